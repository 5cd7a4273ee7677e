"""What a bot's page tells of how it does."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.test import Client
from django.utils import timezone

from caravan.web import career
from tests.world import GAME, World
from tournaments.models import Division, Entry, League, Round, Season, Seating, User
from tournaments.reports import entries
from tournaments.selectors.standings import standings
from tournaments.services import entries as entries_service
from tournaments.services import rounds

Browse = Callable[[User | None], Client]


def told(browse: Browse, name: str) -> str:
    """The page of a bot, its spaces as one."""
    answer = browse(None).get(f"/bots/{name}/")
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.text)


def test_the_page_has_its_rating_its_opponents_and_its_seats(world: World, browse: Browse) -> None:
    page = told(browse, "oryx")
    assert page.count('<svg class="chart') == 1
    assert 'href="/matches/?a=oryx&amp;b=erg"' in page
    seats = page[page.index("By seat") :]
    assert seats[: seats.index("</table>")].count('<td class="n">2</td>') == 3


def test_only_settled_rounds_are_counted(world: World, browse: Browse) -> None:
    entry = Entry.objects.get(bot=world.oryx)
    held = world.held.placings.get(entry=entry)
    before = [chair.matches for chair in entries.chairs(entry)]
    assert before == [2, 2, 2]
    assert held.mu_after is None
    rounds.release(round=Round.objects.get(number=2))
    rounds.settle(division=world.season.divisions.get(), now=timezone.now())
    assert [chair.matches for chair in entries.chairs(entry)] == [4, 4, 4]
    won = Seating.objects.filter(entry=entry, match__fixture__in=[world.open, world.held], rank=1)
    assert sum(chair.won for chair in entries.chairs(entry)) == won.count()


def test_a_fault_is_told_by_its_kind_once_its_match_is_open(world: World, browse: Browse) -> None:
    failed = Seating.objects.exclude(fault="").get()
    name = failed.version.bot.name
    assert f'href="/matches/{failed.match_id}/">v1, match' in told(browse, name)
    assert failed.fault_reason not in told(browse, name)
    held = Seating.objects.filter(match__fixture=world.held, version=failed.version)
    hidden = held.order_by("pk")[0]
    held.filter(pk=hidden.pk).update(fault="memory", fault_reason="its own words")
    assert "ran out of memory" not in told(browse, name)
    rounds.release(round=Round.objects.get(number=2))
    assert "ran out of memory" in told(browse, name)
    assert "its own words" not in told(browse, name)


def test_a_bot_in_no_season_says_what_is_next(world: World, browse: Browse) -> None:
    page = told(browse, "random")
    assert "By opponent" not in page
    assert "In no season yet" in page
    assert '<input type="hidden" name="a" value="random">' in page


def test_its_place_among_the_others_is_told(world: World, browse: Browse) -> None:
    shown = standings(world.season.divisions.get())
    for each in shown:
        page = told(browse, each.entry.bot.name)
        assert f"rank {each.rank} of 3<" in page
        assert f"{each.entry.score:.1f} <small>" in page
    Entry.objects.filter(pk=shown[0].entry.pk).update(state=Entry.State.DISQUALIFIED)
    assert "rank 1 of 2<" in told(browse, shown[1].entry.bot.name)


def test_a_season_is_chosen_by_its_entry(world: World, browse: Browse) -> None:
    first = Entry.objects.get(bot=world.oryx)
    league = League.objects.create(slug="other", title="Other League", game=GAME, seats=3)
    other = Season.objects.create(league=league, number=1, title="season 1", seats=3, state="running")
    second = entries_service.add(
        division=Division.objects.create(season=other), bot=world.oryx, version=first.version
    )
    page = told(browse, "oryx")
    assert f'href="?entry={second.pk}"' in page  # it has not played there
    assert "rank" in page[page.index("<dt>Score") :][:80]
    page = browse(None).get(f"/bots/oryx/?entry={second.pk}").text
    assert f'href="?entry={first.pk}"' in page
    assert "before its first round" in page
    assert browse(None).get("/bots/oryx/?entry=x").status_code == 200


def test_a_chart_begins_with_the_rating_at_the_start(world: World) -> None:
    entry = Entry.objects.get(bot=world.oryx)
    rounds = entries.history(entry, 9)
    assert entries.begun(entry, rounds, 9) == [(0, entry.start_mu, entry.start_sigma, 1), *rounds]
    assert entries.begun(entry, rounds, 1) == rounds
    assert entries.begun(entry, [], 9) == []
    shown = career.of([entry])
    assert shown
    assert shown.chart
    assert len(shown.chart.line.split()) == 2
