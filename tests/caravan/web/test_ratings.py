"""Why a rating is what it is, as pages tell it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from caravan.standings import tables
from tests.world import World
from tournaments.models import Entry, Placing, Round, User
from tournaments.services import corrections, rounds

Browse = Callable[[User | None], Client]
SEASON = "/leagues/pis-yedili-open/seasons/1/"


def numbered(world: World, name: str) -> Entry:
    """An entry by its bot."""
    return Entry.objects.get(division__season=world.season, bot__name=name)


def told(client: Client, path: str) -> str:
    """The page, its spaces as one."""
    answer = client.get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.text)


def test_an_entry_tells_the_fixture_that_made_each_change(world: World, browse: Browse) -> None:
    placing = Placing.objects.get(fixture=world.open, entry=numbered(world, "oryx"))
    page = told(browse(None), f"{SEASON}entries/1/")
    assert f'<a href="/fixtures/{world.open.pk}/"' in page
    assert f"{placing.mu_after - placing.mu_before:+.1f}".replace("-", "−") in page
    assert f"{placing.mu_after:.1f} ±{placing.sigma_after:.1f}" in page
    assert "1 fixture, 6 hands" in page
    assert page.count('class="musig share"') == 2


def test_what_is_held_changes_no_page_until_it_is_released(world: World, browse: Browse) -> None:
    paths = [f"{SEASON}entries/1/", f"{SEASON}predictions/", f"{SEASON}pairs/"]
    staff, path = browse(world.staff), paths[0]
    held = f'href="/fixtures/{world.held.pk}/"'
    assert all(held not in told(staff, path) for path in paths)
    rounds.release(round=Round.objects.get(number=2))
    assert held not in told(staff, path)  # open, not settled yet
    rounds.settle(division=world.season.divisions.get(), now=timezone.now())
    assert held in told(staff, path)
    assert "newest 2 rated fixtures" in told(staff, paths[1])


def test_earlier_rounds_are_a_page_further(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caravan.web.views.ratings.CHANGES", 1)
    rounds.release(round=Round.objects.get(number=2))
    rounds.settle(division=world.season.divisions.get(), now=timezone.now())
    first = told(browse(None), f"{SEASON}entries/1/")
    assert "Round 2, its fixture" in first
    assert "Round 1, its fixture" not in first
    newest = Placing.objects.get(entry__number=1, fixture__round__number=2)
    assert f'href="?before={newest.fixture_id}"' in first
    second = told(browse(None), f"{SEASON}entries/1/?before={newest.fixture_id}")
    assert "Round 1, its fixture" in second
    assert 'href="?before' not in second
    assert "Round 2, its fixture" in told(browse(None), f"{SEASON}entries/1/?before=nonsense")


def test_an_entry_of_another_number_is_not_there(world: World, browse: Browse) -> None:
    assert browse(None).get(f"{SEASON}entries/99/").status_code == 404


def test_neighbours_that_cannot_be_told_apart_share_a_band(world: World, browse: Browse) -> None:
    ratings = {"oryx": (40, 1), "erg": (39, 1), "sensible": (10, 1)}
    for name, (mu, sigma) in ratings.items():
        Entry.objects.filter(bot__name=name).update(mu=mu, sigma=sigma)
    division = world.season.divisions.get()
    bands = tables.table(division).bands
    names = [[row.standing.entry.bot.name for row in band] for band in bands]
    assert names == [["oryx", "erg"], ["sensible"]]
    page = told(browse(None), SEASON)
    assert page.count('<tbody class="band">') == 1
    assert page.count("not separable yet from the place above") == 1
    Entry.objects.filter(bot__name="erg").update(state=Entry.State.DISQUALIFIED, mu=10)
    names = [[row.standing.entry.bot.name for row in band] for band in tables.table(division).bands]
    assert names == [["oryx"], ["sensible"], ["erg"]]


def test_a_score_leads_to_what_made_it(world: World, browse: Browse) -> None:
    page = told(browse(None), SEASON)
    assert all(f'href="{SEASON}entries/{number}/"' in page for number in (1, 2, 3))
    assert f"{SEASON}pairs/" not in told(browse(None), f"{SEASON}about/")
    assert f"{SEASON}pairs/" in told(browse(world.staff), f"{SEASON}about/")


def test_predictions_are_told_with_their_intervals(world: World, browse: Browse) -> None:
    page = told(browse(None), f"{SEASON}predictions/")
    assert "the newest 1 rated fixture<" in page
    assert page.count('class="dot"') == page.count('<th scope="row">') >= 1
    assert "50 %" in page


def test_a_fixture_shows_the_luck_of_its_deals_once_it_is_open(world: World, browse: Browse) -> None:
    assert "Luck of the deal" not in told(browse(None), f"/fixtures/{world.held.pk}/")
    assert "Luck of the deal" not in told(browse(None), f"/fixtures/{world.trial.pk}/")
    page = told(browse(None), f"/fixtures/{world.open.pk}/")
    (points,) = (
        world.open.matches.get(deal=0, rotation=0).seatings.filter(seat=0).values_list("points", flat=True)
    )
    table = page[page.index("Luck of the deal") :]
    assert table.count('<th scope="row">') == 6
    assert f'<td class="n">{points} <span' in table


def test_who_was_dropped_comes_last_and_has_no_figures(world: World, browse: Browse) -> None:
    best = world.open.placings.get(rank=1)
    corrections.drop(entry=best.entry, by=world.staff, reason="it was two bots")
    page = told(browse(None), f"/fixtures/{world.open.pk}/")
    names = re.findall(r'<a class="bot" href="/bots/([^/]+)/"', page)
    assert names[-1] == best.version.bot.name
    cards = page[page.index("What each bot made of the same cards") :]
    assert f'<th scope="col" class="n">{names[0]}</th>' in cards
    assert best.version.bot.name not in cards
    assert cards.count("<td") == 6 * (3 + 2)
    assert told(browse(None), f"{SEASON}entries/{best.entry.number}/").count("None of its rounds") == 1
    left = world.open.placings.exclude(pk=best.pk).order_by("rank").first()
    other = told(browse(None), f"{SEASON}entries/{left.entry.number}/")
    assert other.count('class="musig share"') == 1
