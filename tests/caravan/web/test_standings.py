"""What the page of a season tells beside ratings: changes, places, what goes on; the same as data."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from io import StringIO

import pytest
from django.test import Client
from django.utils import timezone

from tests.world import World, drawn
from tournaments.models import Entry, Round, Season, User
from tournaments.ranking import Rating
from tournaments.reports.standings import Last, climbed, last_round
from tournaments.selectors.standings import standings
from tournaments.services import rounds
from tournaments.statistics.separability import groups

Browse = Callable[[User | None], Client]
SEASON = "/leagues/pis-yedili-open/seasons/1/"


def told(browse: Browse, user: User | None = None) -> str:
    """The page, its spaces as one."""
    return re.sub(r"\s+", " ", browse(user).get(SEASON).text)


def settle_the_second(world: World) -> None:
    """The held round is shown and rated."""
    rounds.release(round=Round.objects.get(number=2))
    rounds.settle(division=world.season.divisions.get(), now=timezone.now())


def test_climbing_is_counted_against_the_table_before() -> None:
    entries = [Entry(pk=1, mu=30, sigma=1), Entry(pk=2, mu=28, sigma=1), Entry(pk=3, mu=20, sigma=1)]
    last = {1: Last(7, Rating(19, 1)), 2: Last(7, Rating(28, 1))}
    assert climbed(entries, last) == {1: 2, 2: -1, 3: -1}
    assert climbed(entries, {}) == {1: 0, 2: 0, 3: 0}


def test_a_change_is_told_from_the_second_round_on(world: World, browse: Browse) -> None:
    assert "▲" not in told(browse)
    assert "▼" not in told(browse)
    before = {each.entry.pk: each.rank for each in standings(world.season.divisions.get())}
    settle_the_second(world)
    page = told(browse)
    now = {each.entry.pk: each.rank for each in standings(world.season.divisions.get())}
    moved = {pk: (before[pk] or 0) - (now[pk] or 0) for pk in now}
    assert sorted(map(int, re.findall(r"▲(\d+)", page))) == sorted(n for n in moved.values() if n > 0)
    assert sorted(map(int, re.findall(r"▼(\d+)", page))) == sorted(-n for n in moved.values() if n < 0)
    assert page.count("no change") == sum(n == 0 for n in moved.values())


def test_how_often_each_rank_was_reached_is_told(world: World, browse: Browse) -> None:
    settle_the_second(world)
    page = told(browse)
    for entry in Entry.objects.all():
        ranks = list(entry.placings.filter(mu_after__isnull=False).values_list("rank", flat=True))
        counted = [ranks.count(rank) for rank in range(1, max(ranks) + 1)]  # type: ignore[type-var]
        assert entry.ranks == counted
        assert sum(counted) == entry.fixtures == 2
        assert "/".join(map(str, counted)) in page


def test_the_last_fixture_of_an_entry_is_that_of_the_last_settled_round(world: World, browse: Browse) -> None:
    link = f'href="/fixtures/{world.open.pk}/" aria-label="Last fixture of oryx"'
    assert link in told(browse)
    settle_the_second(world)
    assert link not in told(browse)
    assert f'href="/fixtures/{world.held.pk}/" aria-label="Last fixture of oryx"' in told(browse)


def test_a_held_round_changes_neither_table_nor_data(world: World, browse: Browse) -> None:
    assert set(last_round(world.season.divisions.get())) == set(Entry.objects.values_list("pk", flat=True))
    pages = [told(browse), browse(None).get(f"{SEASON}standings.json").text]
    assert all(f"/fixtures/{world.held.pk}/" not in page for page in pages)
    assert browse(None).get(f"{SEASON}standings.json").json()["divisions"][0]["after_round"] == 1


def test_the_chart_has_the_first_five_and_ones_own(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caravan.web.underway.TOP", 1)
    Entry.objects.filter(bot=world.oryx).update(mu=1)
    assert told(browse).count('class="name"') == 1
    page = told(browse, world.owner)
    assert page.count('class="name"') == 2
    assert "and yours" in page


def test_what_is_played_now_and_what_waits_is_told(world: World, browse: Browse) -> None:
    page = told(browse)
    assert f'href="/fixtures/{world.playing.pk}/live/"' in page
    assert "0 waiting" in page
    assert "1 worker<" in page
    table = list(Entry.objects.order_by("number"))
    drawn(world.season, table, 4)
    assert "1 waiting" in told(browse)
    Season.objects.update(state=Season.State.CLOSED)
    assert "Now playing" not in told(browse)


def test_the_data_is_what_the_page_shows(world: World, browse: Browse) -> None:
    settle_the_second(world)
    answer = browse(None).get(f"{SEASON}standings.json")
    (division,) = answer.json()["divisions"]
    shown = standings(world.season.divisions.get())
    assert [row["bot"] for row in division["standings"]] == [each.entry.bot.name for each in shown]
    for row, each in zip(division["standings"], shown, strict=True):
        assert row["rank"] == each.rank
        assert row["score"] == pytest.approx(each.entry.score, abs=0.001)
        assert row["ranks"] == each.entry.ranks
        assert row["last_fixture"] == world.held.pk
    assert [bot for group in division["groups"] for bot in group] == [each.entry.bot.name for each in shown]
    apart = [len(group) for group in groups([(each.entry.pk, each.entry.rating) for each in shown])]
    assert [len(group) for group in division["groups"]] == apart
    rows = list(csv.DictReader(StringIO(browse(None).get(f"{SEASON}standings.csv").text)))
    assert [row["bot"] for row in rows] == [row["bot"] for row in division["standings"]]
    assert [row["ranks"] for row in rows] == ["/".join(map(str, each.entry.ranks)) for each in shown]
    for private in ("email", "secret", "digest"):
        assert private not in rows[0]
    again = {"if-none-match": answer.headers["ETag"]}
    assert browse(None).get(f"{SEASON}standings.json", headers=again).status_code == 304


@pytest.mark.parametrize(("by", "field"), [("mu", "mu"), ("fixtures", "fixtures"), ("faults", "faults")])
def test_a_table_is_sorted_by_a_column_and_stays_so(
    world: World, browse: Browse, by: str, field: str
) -> None:
    for place, entry in enumerate(Entry.objects.order_by("number")):
        Entry.objects.filter(pk=entry.pk).update(mu=20 + place, sigma=1 + place, fixtures=place, faults=place)
    wanted = list(Entry.objects.order_by(f"-{field}").values_list("bot__name", flat=True))
    assert names(told(browse)) == wanted[::-1]
    page = re.sub(r"\s+", " ", browse(None).get(f"{SEASON}?by={by}").text)
    assert names(page) == wanted
    assert f'hx-get="{SEASON}tables/?by={by}"' in page
    assert page.count("aria-sort") == 1
    assert '<tbody class="band"' not in page
    part = browse(None).get(f"{SEASON}tables/?by={by}").text
    assert names(part) == wanted


def test_a_column_that_there_is_not_changes_nothing(world: World, browse: Browse) -> None:
    page = browse(None).get(f"{SEASON}?by=<script>").text
    assert "?by=&lt;script" not in page
    assert "?by=<script" not in page


def names(page: str) -> list[str]:
    """Of the bots in the table, from the top."""
    rows = page[page.index("Standings, best score first") :].partition("</table>")[0]
    return re.findall(r'class="bot" href="/bots/([^/]+)/"', rows)
