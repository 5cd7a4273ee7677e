"""The table of Scandaroon shows what lies there, what it counts, and only to whom it is open."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect

from referee.games.scandaroon import Scandaroon
from referee.games.scandaroon_cards import ABILITIES, FINISHERS
from tests.browser.accessible import NIGHT, check
from tests.browser.conftest import Open
from tests.browser.drawn import (
    PHONE,
    draws_what_was_played,
    eyes,
    fog,
    marks_its_fault,
    match,
    seek,
    seen,
    tables,
    watch,
)
from tests.served import Site

SEATS = 4
RECORD = match(Scandaroon, SEATS, "13")
TABLES = [cast(Scandaroon, table) for table in tables(RECORD)]
"""The position after each move."""
SHOWN = """() => [...document.querySelectorAll(".bands > .seat")].map((seat) => {
    const all = (selector) => [...seat.querySelectorAll(selector)];
    const codes = (selector) => all(`${selector} .card`).map((card) => card.dataset.card);
    const texts = (selector) => all(selector).map((node) => node.textContent);
    return {
        row: codes(".sc-row"), counts: texts(".plate b").map(Number), doubled: all(".plate.x2").length,
        hand: codes(".sc-hand"), pile: codes(".sc-pile"), piled: texts(".sc-pile b").map(Number),
        total: texts(".sum b").map(Number), says: texts(".sc-side .pill"), badges: texts(".badge"),
        leads: all(".sum.lead").length === 1, turn: all(".pill.turn").length === 1,
    };
})"""


def expected(table: Scandaroon, seat: int, hands: list[list[str]]) -> dict[str, Any]:
    """What must be drawn at a seat, from the referee's own position."""
    row, now = table.rows[seat], table.values()
    between = table.phase != "play" and table.starts and not any(table.rows)
    totals = table.totals if between else table.standing()
    says = {
        re.sub(r"^1 points", "1 point", f"{table.points()[seat]} points"): True,
        "row closed": not FINISHERS.isdisjoint(row),
        "Sanzadu": table.sanzadu[seat],
        "token": table.tokens[seat],
        "passed": table.passed[seat],
    }
    return {
        "row": row,
        "counts": table.counted()[seat],
        "doubled": sum(now[card] != counts for card, counts in zip(row, table.counted()[seat], strict=True)),
        "hand": hands[seat],
        "pile": table.piles[seat],
        "piled": [table._piled()[seat]],
        "total": [totals[seat]],
        "says": [words for words, so in says.items() if so],
        "badges": [words for card in row for words in badges(table, card)],
        "leads": totals[seat] == max(totals) > 0,
        "turn": table.turn == seat,
    }


def badges(table: Scandaroon, card: str) -> list[str]:
    """What lies on a card."""
    marker = [f"+{table.markers[card]}"] if card in table.markers else []
    return marker + ["protected"] * (card in table.protected)


def after(verb: str, *words: str) -> int:
    """The number of the first move with this verb that has these words."""
    found = (t for t, move in enumerate(RECORD.moves, 1) if {verb, *words} <= set(move.split(" ")))
    return next(t for t in found if RECORD.moves[t - 1].startswith(verb))


def does(what: str) -> int:
    """The number of the first move that uses such an ability."""
    for t, move in enumerate(RECORD.moves, 1):
        verb, *cards = move.split(" ")
        if verb == "ability" and ABILITIES[cards[0]].does == what:
            return t
    raise LookupError(what)


def lit(page: Page, place: str) -> list[str]:
    """The cards that stand out there."""
    cards = page.locator(f"{place} .card.hi").all()
    return [card.get_attribute("data-card") or "" for card in cards]


def test_every_position_is_drawn_as_it_is(page: Page, site: Site) -> None:
    watch(page, site, RECORD)
    drawn = seen(page, SHOWN, range(len(TABLES)))
    for t, table in enumerate(TABLES):
        for seat in range(SEATS):
            assert drawn[t][seat] == expected(table, seat, table.hands), (t, seat)


def test_in_these_positions_is_whatever_can_be_drawn() -> None:
    kinds = {move.split(" ")[2] for move in RECORD.moves if move.startswith("token")}
    assert kinds == {"pile", "exchange", "protect", "steal"}
    for happens in (
        lambda table: table.markers,
        lambda table: table.protected,
        lambda table: any(table.passed),
        lambda table: any(table.sanzadu),
        lambda table: any(table.bonus),
        lambda table: len(table.holders) == 1,
        lambda table: table.trump == "N",
        lambda table: table.trump != table.starts[-1:] and table.trump,
        lambda table: any(not FINISHERS.isdisjoint(row) for row in table.rows),
        lambda table: table.phase == "trump" and table.round_no > 0,
    ):
        assert any(map(happens, TABLES))


def test_the_bar_tells_trump_round_piles_and_record(page: Page, site: Site) -> None:
    watch(page, site, RECORD)
    suits = {None: "No trump yet", "N": "No trump,"}
    suits |= {"C": "Crescent", "S": "Scimitar", "T": "Turban", "X": "Cross"}
    bar = page.locator(".feltbar")
    for t, table in list(enumerate(TABLES))[::5]:
        seek(page, t)
        text = bar.inner_text()
        assert suits[table.trump] in text
        assert f"Round {table.round_no + 1} of 4" in text
        assert f"Draw pile {len(table.stock)}" in text
        assert f"Discards {len(table.discard)}" in text
        assert (f"Record row {table.record}" in text) == (table.record > 0)
        drawn = page.locator(".sc-trail .card").all()
        assert [card.get_attribute("data-card") for card in drawn] == table.discard[-6:]
    seek(page, len(RECORD.moves))
    expect(bar).to_contain_text("Match over")


@pytest.mark.parametrize("view", fog(SEATS))
def test_the_fog_shows_hands_to_those_who_hold_them(page: Page, site: Site, view: str) -> None:
    watch(page, site, RECORD, f"?view={view}")
    moves = range(0, len(TABLES), 7)
    for t, seats in zip(moves, seen(page, SHOWN, moves), strict=True):
        hands = TABLES[t].view(eyes(view))["hands"]
        for seat, drawn in enumerate(seats):
            assert drawn == expected(TABLES[t], seat, hands), (t, seat)


def test_a_card_that_was_played_stands_out_and_nothing_else(page: Page, site: Site) -> None:
    watch(page, site, RECORD, f"?t={after('play')}")
    assert lit(page, ".felt") == [RECORD.moves[after("play") - 1].split(" ")[1]]
    seek(page, after("shuffle"))
    assert lit(page, ".felt") == []


@pytest.mark.parametrize("what", ["discard", "strengthen", "swap", "take", "retrieve", "leave"])
def test_what_an_ability_hits_stands_out_where_it_lies(page: Page, site: Site, what: str) -> None:
    watch(page, site, RECORD, f"?t={does(what)}")
    _, used, *hit = RECORD.moves[does(what) - 1].split(" ")
    places = {"discard": ".sc-trail", "leave": ".sc-trail", "take": ".sc-hand", "retrieve": ".sc-hand"}
    assert set(lit(page, places.get(what, ".sc-row"))) >= set(hit)
    assert used in lit(page, ".sc-trail")


def test_a_trump_that_changes_stands_out(page: Page, site: Site) -> None:
    watch(page, site, RECORD, f"?t={does('trump')}")
    changed = TABLES[does("trump")].trump != TABLES[does("trump") - 1].trump
    assert page.locator(".chip.hi").count() == changed == 1
    page.keyboard.press("l")
    assert page.locator(".chip.hi").count() == 0


def test_a_protected_card_is_marked_for_eyes_and_ears(page: Page, site: Site) -> None:
    t = after("token", "protect")
    watch(page, site, RECORD, f"?t={t}")
    card = RECORD.moves[t - 1].split(" ")[3]
    cell = page.locator(f".sc-cell:has([data-card='{card}'])")
    expect(cell.locator(".badge.safe")).to_have_text("protected")
    assert lit(page, ".sc-row") == [card]


def test_a_doubled_value_says_from_what(page: Page, site: Site) -> None:
    t = next(t for t, table in enumerate(TABLES) if sum(table.standing()) > sum(table.values().values()))
    watch(page, site, RECORD, f"?t={t}")
    plate = page.locator(".plate.x2").first
    worth, counts = re.findall(r"worth (\d+), counts (\d+)", plate.text_content() or "")[0]
    assert int(counts) == 2 * int(worth)
    expect(plate).to_contain_text(f"{worth}×2")


def test_a_fault_is_marked_from_the_move_on_at_which_it_came(page: Page, site: Site) -> None:
    marks_its_fault(page, site, match(Scandaroon, SEATS, "13", fails_at=4))


def test_a_small_table_of_the_site_is_drawn_too(page: Page, site: Site) -> None:
    def seats(table: Scandaroon) -> list[dict[str, Any]]:
        return [expected(table, seat, table.hands) for seat in range(2)]

    draws_what_was_played(page, site, "scandaroon", SHOWN, seats)


def test_the_longest_rows_fit_a_phone(open_page: Open, site: Site) -> None:
    page = open_page(viewport=PHONE)
    t = max(range(len(TABLES)), key=lambda t: max(map(len, TABLES[t].rows)))
    watch(page, site, RECORD, f"?t={t}")
    check(page, schemes=NIGHT)
    last = page.locator(".sc-cell").last
    right = last.evaluate("(cell) => cell.getBoundingClientRect().right")
    assert right <= PHONE["width"]


def test_each_part_has_a_name(page: Page, site: Site) -> None:
    watch(page, site, RECORD, f"?t={after('token', 'protect')}")
    check(page)
    for name in ("Row of", "Hand of", "Score pile of"):
        assert page.get_by_role("group", name=re.compile(f"^{name} .+")).count() == SEATS
