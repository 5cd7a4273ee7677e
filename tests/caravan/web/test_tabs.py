"""The tabs of a season."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from caravan.web import heat
from tests.world import World
from tournaments.models import Attempt, Division, Entry, Fixture, Round, Season, User
from tournaments.services import rounds
from tournaments.statistics.head_to_head import Meetings

Browse = Callable[[User | None], Client]
SEASON = "/leagues/pis-yedili-open/seasons/1/"


def told(client: Client, path: str) -> str:
    """The page, its spaces as one."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.text)


@pytest.mark.parametrize("tab", ["", "fixtures/", "h2h/", "schedule/", "about/"])
def test_a_tab_leads_to_all_others_and_says_which_it_is(world: World, browse: Browse, tab: str) -> None:
    page = told(browse(None), SEASON + tab)
    nav = page[page.index('<nav class="tabs"') :].partition("</nav>")[0]
    assert re.findall(r'href="([^"]+)"', nav) == [
        SEASON + each for each in ("", "fixtures/", "h2h/", "schedule/", "about/")
    ]
    assert nav.count("aria-current") == 1
    assert f'"{SEASON}{tab}" aria-current="page"' in nav


def test_rounds_are_paged_by_their_number(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caravan.web.views.tabs.ROUNDS", 2)
    page = told(browse(None), f"{SEASON}fixtures/")
    assert re.findall(r">Round (\d)<", page) == ["3", "2"]
    assert 'href="?before=2"' in page
    page = told(browse(None), f"{SEASON}fixtures/?before=2")
    assert re.findall(r">Round (\d)<", page) == ["1"]
    assert "?before" not in page
    assert re.findall(r">Round (\d)<", told(browse(None), f"{SEASON}fixtures/?before=x")) == ["3", "2"]


def test_a_drawn_round_of_a_paused_season_stands_still_once_nothing_is_played(
    world: World, browse: Browse
) -> None:
    def state() -> str:
        row = told(browse(None), f"{SEASON}fixtures/").partition(">Round 3<")[2].partition("</tr>")[0]
        return row.partition('<span class="tag')[2].partition(">")[2].partition("<")[0]

    assert state() == "being played"
    Season.objects.update(paused=True)
    assert state() == "being played"  # what has begun is finished
    Fixture.objects.filter(pk=world.playing.pk).update(state=Fixture.State.WAITING)
    assert state() == "stands still"
    Season.objects.update(paused=False)
    assert state() == "being played"


def test_a_round_leads_to_its_neighbours_and_is_paged(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = told(browse(None), f"{SEASON}rounds/2/")
    assert f'"{SEASON}rounds/1/">Earlier' in page
    assert f'"{SEASON}rounds/3/">Later' in page
    assert ">Later" not in told(browse(None), f"{SEASON}rounds/3/")
    monkeypatch.setattr("caravan.web.views.tabs.FIXTURES", 1)
    Fixture.objects.create(round=world.open.round, number="another", game=world.open.game, seats=3)
    first = told(browse(None), f"{SEASON}rounds/1/")
    assert f'href="?after={world.open.pk}"' in first
    assert first.count('<th scope="row">') == 1
    second = told(browse(None), f"{SEASON}rounds/1/?after={world.open.pk}")
    assert "fixture another" in second
    assert 'href="?after' not in second


def test_the_heat_map_tells_what_is_settled_only(world: World, browse: Browse) -> None:
    page = told(browse(None), f"{SEASON}h2h/")
    assert "newest 1 rated fixture<" in page
    assert page.count('tabindex="-1"') == 3 * 2
    assert page.count('<th scope="row">') == 3
    ranks = {each.version.bot.name: each.rank for each in world.open.placings.all()}
    share = "50 %" if ranks["oryx"] == ranks["erg"] else "100 %" if ranks["oryx"] < ranks["erg"] else "0 %"
    cell = 'href="/matches/?a=oryx&amp;b=erg&amp;league=pis-yedili-open"'
    assert f'{cell} aria-label="oryx against erg: ahead in {share} of 1">{share}<' in page
    rounds.release(round=Round.objects.get(number=2))
    rounds.settle(division=world.season.divisions.get(), now=timezone.now())
    assert "newest 2 rated fixtures" in told(browse(None), f"{SEASON}h2h/")


def test_a_heat_map_before_the_first_round_says_when(world: World, browse: Browse) -> None:
    Division.objects.update(settled=0)
    page = told(browse(None), f"{SEASON}h2h/")
    assert "Nobody has met anybody yet" in page
    assert '<svg class="heatmap"' not in page


def test_a_cell_and_its_mirror_image_add_up(world: World) -> None:
    entries = list(Entry.objects.select_related("bot").order_by("pk"))
    one, other = entries[0], entries[1]
    met = {(one.pk, other.pk): Meetings(one.pk, other.pk, 8, 0.75, 0.4, 0.9)}
    drawn = heat.heat([other, one, entries[2]], met, "open", 2)
    assert drawn.cut
    (below, above) = drawn.lines[0].cells[1], drawn.lines[1].cells[0]
    assert (below.share, above.share) == (0.25, 0.75)
    assert (below.level, above.level) == (2, 6)
    assert below.figure == "25"
    assert not drawn.lines[0].cells[0].fixtures
    assert 0 < below.x < below.middle < drawn.width
    assert 0 < drawn.lines[0].y < drawn.lines[1].middle < drawn.height


def test_the_schedule_tells_stages_dates_and_releases(world: World, browse: Browse) -> None:
    moment = datetime(2031, 5, 4, 18, 30, tzinfo=UTC)
    stages = [{"format": "swiss", "rounds": 4, "advance": 2}, {"format": "knockout"}]
    Season.objects.update(stages=stages, ends=moment)
    Round.objects.filter(number=2).update(release_at=moment)
    page = told(browse(None), f"{SEASON}schedule/")
    first, second = page.index("Swiss system"), page.index("Knockout")
    assert "4 rounds" in page[first:second]
    assert "the first 2 of each division go on" in page[first:second]
    assert "under way" in page[first:second]
    assert "to come" in page[second:]
    assert "<dt>No round after</dt><dd>4 May 2031 18:30</dd>" in page
    assert "released 4 May 2031 18:30" in page
    Division.objects.update(stage=2)
    page = told(browse(None), f"{SEASON}schedule/")
    assert page.index(">played<") < page.index("Knockout") < page.rindex(">under way<")
    rounds.release(round=Round.objects.get(number=2))
    assert "None: whatever is finished" in told(browse(None), f"{SEASON}schedule/")


def test_whoever_has_a_question_reads_whom_to_ask(world: World, browse: Browse) -> None:
    page = told(browse(None), f"{SEASON}about/")
    assert '<dt>Organised by</dt><dd><a href="/users/nadia/">nadia</a></dd>' in page
    world.season.league.organisers.clear()
    assert "<dt>Organised by</dt><dd>staff</dd>" in told(browse(None), f"{SEASON}about/")


def test_rules_clocks_and_proof_are_on_one_page(world: World, browse: Browse) -> None:
    page = told(browse(None), f"{SEASON}about/")
    assert "<dt>Rule deals</dt><dd>2</dd>" in page
    assert "0.5 s" in page
    assert world.season.commitment in page
    assert world.season.secret not in page
    Season.objects.update(state=Season.State.CLOSED)
    assert world.season.secret in told(browse(None), f"{SEASON}about/")


def test_ones_own_bots_are_pinned_on_top(world: World, browse: Browse) -> None:
    Entry.objects.filter(bot=world.oryx).update(mu=1)
    page = told(browse(world.owner), SEASON)
    assert page.count('class="pinned"') == 1
    pinned = page[page.index('class="pinned"') :].partition("</tbody>")[0]
    assert re.findall(r'href="/bots/(\w+)/"', pinned) == ["oryx"]
    assert re.search(r'<td class="n">3\s*</td>', pinned)
    assert page.count('class="me"') == 2
    assert "pinned" not in told(browse(world.stranger), SEASON)


def test_standings_are_sent_again_only_where_they_have_changed(world: World, browse: Browse) -> None:
    Attempt.objects.update(lease_until=timezone.now() + timedelta(days=1))  # the worker stays
    assert f'hx-get="{SEASON}tables/" hx-trigger="every 15s"' in told(browse(None), SEASON)
    first = browse(None).get(f"{SEASON}tables/")
    assert "<html" not in first.text
    again = {"if-none-match": first.headers["ETag"]}
    assert browse(None).get(f"{SEASON}tables/", headers=again).status_code == 304
    Entry.objects.filter(bot=world.oryx).update(mu=1)
    assert browse(None).get(f"{SEASON}tables/", headers=again).status_code == 200
    Season.objects.update(state=Season.State.CLOSED)
    assert "hx-get" not in told(browse(None), SEASON)
