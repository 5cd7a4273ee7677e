"""Every page answers, and shows what it is for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from caravan.web.middleware import FILE, POLICY
from tests import world as builder
from tests.world import PASSWORD, World
from tournaments.models import Activation, Bot, Entry, League, Round, Season, User, Version
from tournaments.services import trials

Browse = Callable[[User | None], Client]

SEASON = "/leagues/pis-yedili-open/seasons/1/"


def text(client: Client, path: str) -> str:
    """The page at `path`, which must be there."""
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content.decode()


def test_an_empty_site_has_its_pages(db: None, browse: Browse) -> None:
    for path in ("/", "/games/", "/games/pis_yedili/", "/leagues/", "/bots/", "/matches/"):
        text(browse(None), path)


def test_the_front_page_shows_the_season_and_the_latest_fixtures(world: World, browse: Browse) -> None:
    page = text(browse(None), "/")
    assert "Pis Yedili Open" in page
    assert "oryx" in page
    assert f"/fixtures/{world.open.pk}/" in page
    assert f"/fixtures/{world.held.pk}/" not in page


def test_a_season_shows_its_standings(world: World, browse: Browse) -> None:
    page = text(browse(None), SEASON)
    assert page.count('class="musig"') == 4  # the axis and three bots


def test_a_season_in_preparation_is_not_there(world: World, browse: Browse) -> None:
    Season.objects.update(state=Season.State.DRAFT)
    Round.objects.all().delete()
    for path in (SEASON, "/leagues/pis-yedili-open/"):
        assert browse(world.staff).get(path).status_code == 404
    assert "Pis Yedili Open" not in text(browse(None), "/")


def test_ones_own_bots_stand_out(world: World, browse: Browse) -> None:
    assert 'class="me"' in text(browse(world.owner), SEASON)
    assert 'class="me"' not in text(browse(world.stranger), SEASON)


def test_who_is_disqualified_comes_last_without_a_rank(world: World, browse: Browse) -> None:
    Entry.objects.filter(bot=world.oryx).update(state=Entry.State.DISQUALIFIED, mu=99)
    page = text(browse(None), SEASON)
    assert page.index("erg") < page.index("oryx")
    assert '<td class="n">–</td>' in page


def test_a_round_shows_its_fixtures(world: World, browse: Browse) -> None:
    assert f"/fixtures/{world.playing.pk}/" in text(browse(None), f"{SEASON}rounds/3/")
    assert browse(None).get(f"{SEASON}rounds/9/").status_code == 404


def test_an_open_fixture_shows_points_ratings_and_every_match(world: World, browse: Browse) -> None:
    page = text(browse(None), f"/fixtures/{world.open.pk}/")
    for placing in world.open.placings.all():
        assert f"{placing.mu_after:.1f}" in page
    assert page.count('aria-label="Watch deal') == 2 * 3
    assert "timeout" in page


def test_a_match_shows_result_and_moves(world: World, browse: Browse) -> None:
    match = world.open.matches.first()
    assert match
    page = text(browse(None), f"/matches/{match.pk}/")
    assert page.count("data-t=") == match.moves
    assert page.count("data-seat=") == 3
    assert match.seed[:12] in page


def test_a_record_is_a_file_and_a_replay_is_asked_for_once(world: World, browse: Browse) -> None:
    match = world.open.matches.first()
    assert match
    record = browse(None).get(f"/matches/{match.pk}/record.json")
    assert "attachment" in record.headers["Content-Disposition"]
    assert json.loads(record.content)["seed"] == match.seed
    replay = browse(None).get(f"/matches/{match.pk}/replay.json")
    assert len(replay.json()["frames"]) == match.moves
    again = browse(None).get(
        f"/matches/{match.pk}/replay.json", headers={"if-none-match": replay.headers["ETag"]}
    )
    assert again.status_code == 304


def test_the_owner_sees_notes_source_and_trial(world: World, browse: Browse) -> None:
    own = text(browse(world.owner), "/bots/oryx/")
    assert "the first of oryx" in own
    assert "New version" in own
    foreign = text(browse(world.stranger), "/bots/oryx/")
    assert "the first of oryx" not in foreign
    assert "New version" not in foreign
    version = text(browse(world.owner), "/bots/oryx/versions/1/")
    assert "def choose(view, legal):" in version
    assert "/logs/" in version
    assert "10 ms of CPU" in version
    assert "Pis Yedili, deal 1, rotation 1: " in version
    assert "<dt>A trial</dt><dd>2 s</dd><dt>Pis Yedili Open: season 1</dt><dd>0.5 s</dd>" in version


def test_why_a_version_was_refused_is_its_owners_business(world: World, browse: Browse) -> None:
    Version.objects.filter(bot=world.oryx).update(state=Version.State.REFUSED, reason="it fell over")
    told = text(browse(world.owner), "/bots/oryx/versions/1/state/")
    assert "it fell over" in told
    assert "after the trial" not in told
    assert "it fell over" not in text(browse(world.member), "/bots/oryx/versions/1/state/")


@pytest.mark.parametrize(("state", "asks"), [("checking", True), ("trial", True), ("active", False)])
def test_a_state_asks_again_until_it_is_final(world: World, browse: Browse, state: str, asks: bool) -> None:
    Version.objects.filter(bot=world.oryx).update(state=state)
    answer = browse(None).get("/bots/oryx/versions/1/state/")
    assert (b"hx-get" in answer.content) is asks
    assert ("HX-Refresh" in answer.headers) is not asks


def test_a_state_asks_again_until_each_game_is_tried(world: World, browse: Browse) -> None:
    version = Version.objects.get(bot=world.oryx)
    assert not version.unsettled
    trials.trial(version, "donkey").save()
    answer = browse(None).get("/bots/oryx/versions/1/state/")
    assert b"hx-get" in answer.content
    assert b"is the next to be played" in answer.content
    assert "HX-Refresh" not in answer.headers


def test_a_match_names_what_its_deal_follows_from(world: World, browse: Browse) -> None:
    season = Season.objects.get()
    told = f'{SEASON}about/#fair-deals"><code>{season.commitment[:12]}…</code>'
    match = world.open.matches.first()
    assert match is not None
    assert told in text(browse(None), f"/matches/{match.pk}/")


def test_the_sheet_of_a_table_does_not_reach_the_bell() -> None:
    sheets = list(Path("platform/caravan/web/static/css").glob("table-*.css"))
    assert len(sheets) >= 4
    for sheet in sheets:
        assert not re.search(r"(?m)(^|[,}]\s*)\.(bell|count)\b", sheet.read_text()), sheet.name


def enter(client: Client, bot: str) -> str:
    """What the season's page says after an attempt to join."""
    answer = client.post(f"{SEASON}join/", {"bot": bot}, follow=True)
    return answer.content.decode()


def test_a_bot_with_an_active_version_joins_a_season(world: World, browse: Browse) -> None:
    caracal = Bot.objects.create(name="caracal", owner=world.stranger)
    active = world.oryx.versions.get()
    version = Version.objects.create(bot=caracal, number=1, digest=active.digest, games=["pis_yedili"])
    client = browse(world.stranger)
    assert "no version that passed its trial" in enter(client, "caracal")
    Activation.objects.create(bot=caracal, game="pis_yedili", version=version)
    assert "Enter caracal" in text(client, SEASON)
    assert "caracal is in" in enter(client, "caracal")
    assert Entry.objects.filter(bot=caracal).exists()
    assert "is in Pis Yedili Open: season 1 already" in enter(client, "caracal")


def test_a_season_offers_every_bot_until_no_more_may_enter(world: World, browse: Browse) -> None:
    client = browse(world.stranger)
    for number in range(4):
        builder.bot(f"caracal-{number}", world.stranger)
    assert "<option>caracal-3</option>" in text(client, SEASON)
    for number in range(world.season.league.bots_per_user):
        assert f"caracal-{number} is in" in enter(client, f"caracal-{number}")
    full = text(client, SEASON)
    assert "1 of your bots plays here, the most that may" in full
    assert "caracal-3" not in full
    League.objects.update(bots_per_user=2)
    enter(client, "caracal-3")
    assert "2 of your bots play here, the most that may" in text(client, SEASON)
    Season.objects.update(state=Season.State.CLOSED)
    assert "the most that may" not in text(client, SEASON)


def test_nobody_enters_somebody_elses_bot(world: World, browse: Browse) -> None:
    answer = browse(world.stranger).post(f"{SEASON}join/", {"bot": "oryx"})
    assert answer.status_code == 404


def test_people_sign_up_and_out(world: World) -> None:
    client = Client()
    form = {"username": "ada", "password1": PASSWORD}
    assert client.post("/accounts/signup/", form).status_code == 302
    assert "ada" in text(client, "/users/ada/")
    client.post("/accounts/logout/")
    assert "Sign in" in text(client, "/")


@pytest.mark.parametrize("name", ["House", "..", "a/b", "h\u043euse", "a" * 31, "-a"])
def test_a_name_that_misleads_or_has_no_page_is_refused(world: World, name: str) -> None:
    before = User.objects.count()
    assert Client().post("/accounts/signup/", {"username": name, "password1": PASSWORD}).status_code == 200
    assert User.objects.count() == before


@pytest.mark.parametrize("mail", [True, False])
def test_a_forgotten_password_is_mailed_only_where_mail_is_sent(
    world: World, browse: Browse, settings: Any, mail: bool
) -> None:
    settings.CARAVAN_MAIL = mail
    assert ("/accounts/password/reset/" in text(browse(None), "/accounts/login/")) is mail


def test_only_organisers_are_led_to_their_desk(world: World, browse: Browse) -> None:
    for who, led in ((world.staff, True), (world.organiser, True), (world.owner, False), (None, False)):
        assert ('href="/desk/"' in text(browse(who), "/")) is led


def test_every_answer_carries_the_policy(world: World, browse: Browse) -> None:
    for path in ("/", "/nowhere/", "/healthz", "/accounts/login/", "/admin/login/"):
        headers = browse(None).get(path).headers
        assert headers["Content-Security-Policy"] == POLICY
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"


def test_a_file_of_the_site_can_neither_load_nor_run_anything(db: None, browse: Browse) -> None:
    answer = browse(None).get("/static/cards.svg")
    answer.close()
    assert answer.headers["Content-Security-Policy"] == FILE
    assert "default-src 'none'" in FILE


def test_an_error_of_ours_has_a_page(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.selectors.bots.bots", lambda: 1 / 0)
    client = Client(raise_request_exception=False)
    answer = client.get("/bots/")
    assert answer.status_code == 500
    assert "Our fault" in answer.content.decode()


def test_a_request_that_is_too_large_is_told_so(world: World, browse: Browse) -> None:
    answer = browse(world.owner).post("/bots/new/", {"script": "#" * 3_000_000})
    assert answer.status_code == 400
    assert "too large" in answer.content.decode()


def test_guessing_passwords_is_slowed_down(world: World) -> None:
    cache.clear()
    client = Client()
    for _ in range(5):
        client.post("/accounts/login/", {"login": "mira", "password": "wrong"})
    answer = client.post("/accounts/login/", {"login": "mira", "password": PASSWORD})
    cache.clear()
    assert "Too many failed login attempts" in answer.content.decode()


def test_pages_ask_the_database_a_few_times_only(
    world: World, browse: Browse, django_assert_max_num_queries: Callable[[int], AbstractContextManager[None]]
) -> None:
    match = world.open.matches.first()
    assert match
    client = browse(world.owner)
    fixture, replay = f"/fixtures/{world.open.pk}/", f"/matches/{match.pk}/"
    for path in ("/", SEASON, f"{SEASON}rounds/1/", "/bots/", "/bots/oryx/", fixture, replay, "/leagues/"):
        with django_assert_max_num_queries(20):
            text(client, path)
