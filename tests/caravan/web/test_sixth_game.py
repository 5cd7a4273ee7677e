"""A game in the registry is on the site: rules, submission, trial, replay, leagues; nothing else to edit."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client

from bots.kits import KITS
from bots.upload import manifest
from bots.upload.manifest import MANIFEST
from referee.games import GAMES
from referee.replay import changed
from tests import world as builder
from tests.referee.magpie import Magpie
from tournaments.models import Bot, League, Match, Season, User, Version
from tournaments.services import trials, versions

Browse = Callable[[User | None], Client]


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that it takes."""
    monkeypatch.setitem(GAMES, Magpie.name, Magpie)


@pytest.fixture
def version(db: None) -> Version:
    """Somebody's bot for the new game, before its trial."""
    owner = builder.person("mira")
    upload = versions.inspect(builder.SCRIPT, "bot.py", games=["magpie"])
    return versions.record(bot=Bot.objects.create(name="thief", owner=owner), upload=upload)


@pytest.mark.django_db
def test_it_needs_no_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.django_db
def test_it_has_a_page_with_its_rules_and_what_a_bot_sees(browse: Browse) -> None:
    assert b"Magpie" in browse(None).get("/games/").content
    page = browse(None).get("/games/magpie/")
    assert page.status_code == 200
    assert "whoever has the longest row wins" in page.text
    assert "twigs" in page.text  # the example of an ask


def test_a_new_bot_of_any_kit_plays_it_too() -> None:
    games = [manifest.read(kit.files()[MANIFEST]).games for kit in KITS.values()]
    assert games == [sorted(GAMES)] * len(KITS)
    assert "magpie" in games[0]


@pytest.mark.django_db
def test_a_bot_can_be_sent_for_it(browse: Browse) -> None:
    sender = builder.person("kofi")
    assert 'value="magpie"' in browse(sender).get("/bots/new/").text
    script = {"name": "hoarder", "script": builder.SCRIPT.decode(), "games": ["magpie"]}
    assert browse(sender).post("/bots/new/", script).status_code == 302
    assert Version.objects.get(bot__name="hoarder").games == ["magpie"]


def test_a_trial_in_it_is_played_watched_and_passed(version: Version, browse: Browse) -> None:
    trials.begin(version=version)
    fixture = version.trials.get()
    builder.play(fixture)
    version.refresh_from_db()
    assert version.state == Version.State.ACTIVE
    match = Match.objects.filter(fixture=fixture).first()
    assert match is not None
    assert browse(None).get(f"/matches/{match.pk}/").status_code == 200
    replay = json.loads(b"".join(browse(None).get(f"/matches/{match.pk}/replay.json")))
    assert (replay["game"], replay["title"]) == ("magpie", "Magpie")
    position = replay["start"]
    for frame in replay["frames"]:
        changed(position, frame["changes"])
    assert position["turn"] is None
    assert "Magpie" in browse(None).get(f"/fixtures/{fixture.pk}/").text


def test_a_league_in_it_is_chosen_and_drafted_by_an_organiser(db: None, browse: Browse) -> None:
    organiser = builder.person("organiser", is_staff=True, is_superuser=True)
    form = browse(organiser).get("/admin/tournaments/league/add/").text
    assert '<option value="magpie">Magpie</option>' in form
    league = {
        "slug": "magpies",
        "title": "Magpies",
        "game": "magpie",
        "seats": 3,
        "rules": '{"rounds": 2}',
        "clocks": "{}",
        "deals": 2,
        "bots_per_user": 1,
        "beta": 4.2,
        "draw_probability": 0.1,
    }
    refused = browse(organiser).post("/admin/tournaments/league/add/", {**league, "seats": 9})
    assert "Magpie is played by 2 to 4, not by 9" in refused.text
    assert browse(organiser).post("/admin/tournaments/league/add/", league).status_code == 302
    made = League.objects.get(slug="magpies")
    chosen = {"action": "Draft a season", "_selected_action": [made.pk]}
    actions = (
        browse(organiser).get("/admin/tournaments/league/").context["action_form"].fields["action"].choices
    )
    chosen["action"] = next(name for name, title in actions if title == "Draft a season")
    asked = browse(organiser).post("/admin/tournaments/league/", chosen).text
    assert not Season.objects.exists()
    seen = re.search(r'name="seen" value="(\w+)"', asked)
    assert seen
    sure = {"seen": seen[1], "reason": "its first season"}
    browse(organiser).post("/admin/tournaments/league/", {**chosen, **sure})
    assert Season.objects.get(league=made).rules == {"rounds": 2}


def test_a_league_in_a_game_that_nobody_knows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(GAMES, Magpie.name)
    with pytest.raises(ValidationError, match="There is no game 'magpie'"):
        League(slug="m", title="M", game="magpie", seats=3).clean()
