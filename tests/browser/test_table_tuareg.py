"""The table of Tuareg shows market, loads, specials and hands as they are, and only to whom they are open."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect

from referee.games.tuareg import Tuareg
from referee.games.tuareg_moves import GOODS, SPECIALS
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

SEATS = 5
RECORD = match(Tuareg, SEATS, "0")
TABLES = [cast(Tuareg, table) for table in tables(RECORD)]
"""The position after each move."""
SHOWN = """() => {
    const codes = (node, selector) => [...node.querySelectorAll(selector)].map((each) => each.dataset.card);
    const text = (node, selector) => node.querySelector(selector)?.textContent;
    const [market, offer] = [...document.querySelectorAll(".market [role=group]")].map(
        (group) => Object.fromEntries([...group.querySelectorAll(".lot")].map(
            (lot) => [lot.querySelector(".card").dataset.card, Number(text(lot, "b"))])));
    const most = [...document.querySelectorAll(".maj tbody tr")].map(
        (row) => [...row.querySelectorAll("td")].map((cell) => [cell.textContent, cell.className]));
    const seats = [...document.querySelectorAll(".seats > .seat")].map((seat) => ({
        animals: [...seat.querySelectorAll(".animal")].map((each) => codes(each, "[data-card]").reverse()),
        specials: [...seat.querySelectorAll(".kit .token")].map((each) => [
            Number(each.dataset.special), each.childNodes[1].textContent, codes(each, "[data-card]")]),
        hand: codes(seat, ".hand .card"), held: text(seat, ".hand .lab"),
        points: text(seat, "header .r > span:last-child"), turn: seat.querySelector(".pill.turn") !== null,
    }));
    return { market, offer, most, seats };
}"""


def expected(table: Tuareg, view: dict[str, Any]) -> dict[str, Any]:
    """What must be drawn of a position, with the cards as a view has them."""
    return {
        "market": {good: table.market.count(good) for good in GOODS},
        "offer": {special: table.offer[special] for special in SPECIALS},
        "most": [most(table, good) for good in GOODS],
        "seats": [at_seat(table, view, seat) for seat in range(table.seats)],
    }


def most(table: Tuareg, good: str) -> list[list[str]]:
    """A line of the majorities: what each has, and whether it would score alone or with others."""
    figures = table.figures()
    points, counts, scores = figures["points"][good], figures["counts"][good], figures["scores"][good]
    states = ["" if not score else "win" if score == points else "tie" for score in scores]
    return [[str(count), state] for count, state in zip(counts, states, strict=True)] + [[str(points), ""]]


def at_seat(table: Tuareg, view: dict[str, Any], seat: int) -> dict[str, Any]:
    """What belongs to a seat."""
    hand, points = view["hands"][seat], table.points()[seat]
    return {
        "animals": list(table.animals[seat].values()),
        "specials": [special(each) for each in view["specials"][seat]],
        "hand": hand,
        "held": f"hand {len(hand)} of 4",
        "points": f"{points} point" + "s" * (points != 1),
        "turn": table.turn == seat,
    }


def special(each: dict[str, Any]) -> list[Any]:
    """Its number, its words, what lies under it; whole positions have that marked."""
    unused = not each["used"] and each["kind"] != "map"
    goods = [good if isinstance(good, str) else good["card"] for good in each["goods"]]
    return [each["number"], each["kind"] + ", unused" * unused, goods]


def first(*words: str) -> int:
    """The number of the first move that begins with these words, each with whatever follows it."""
    return next(t for t, move in enumerate(RECORD.moves, 1) if re.match(r"\S* ".join(words), move))


def test_every_position_is_drawn_as_it_is(page: Page, site: Site) -> None:
    watch(page, site, RECORD)
    drawn = seen(page, SHOWN, range(len(TABLES)))
    for t, table in enumerate(TABLES):
        assert drawn[t] == expected(table, table.to_json()), t


def test_in_these_positions_is_whatever_can_be_drawn() -> None:
    verbs = {"take", "load", "draw", "pass", "end", "theft", "map redeem", "map keep"}
    verbs |= {f"buy {each}" for each in SPECIALS}
    assert all(any(move.startswith(verb) for move in RECORD.moves) for verb in verbs)
    assert any(len(special.goods) == 2 for table in TABLES for own in table.specials for special in own)
    assert {table.phase for table in TABLES} == {"first", "deal", "main", "after", "maps", "over"}
    loads = [load for table in TABLES for own in table.animals for load in own.items()]
    assert any(load for animal, load in loads if animal.startswith("donkey"))


@pytest.mark.parametrize("view", fog(SEATS))
def test_the_fog_hides_hands_and_what_lies_under_specials(page: Page, site: Site, view: str) -> None:
    watch(page, site, RECORD, f"?view={view}")
    moves = range(0, len(TABLES), 7)
    for t, drawn in zip(moves, seen(page, SHOWN, moves), strict=True):
        assert drawn == expected(TABLES[t], dict(TABLES[t].view(eyes(view)))), t


def test_the_bar_tells_round_pile_and_what_comes(page: Page, site: Site) -> None:
    watch(page, site, RECORD)
    bar = page.locator(".feltbar")
    said = {"first": "picks who begins", "deal": "goods are shuffled", "maps": "Maps to decide on"}
    said["over"] = "Match over"
    for t, table in list(enumerate(TABLES)):
        if t % 5 and table.phase in ("main", "after"):
            continue
        seek(page, t)
        text = bar.inner_text()
        assert f"Round {table.round} of 2" in text
        assert f"Pile {len(table.pile)}" in text
        assert f"Paid {len(table.discard)}" in text
        assert said.get(table.phase, "") in text
        if table.phase == "main" and table.extra is not None:
            assert f"turns left: {table.extra}" in text


def test_what_was_counted_is_shown_between_the_rounds(page: Page, site: Site) -> None:
    watch(page, site, RECORD)
    caption = page.locator(".maj caption")
    for t in (first("draw"), first("map"), len(RECORD.moves)):
        seek(page, t - 1 if RECORD.moves[t - 1].startswith("map") else t)
        counted = TABLES[t].phase != "after"
        expect(caption).to_have_text("Counted at the end of the round" if counted else "Most in sight")


def new_on(page: Page, place: str) -> list[str]:
    """The goods that stand out there, from the top down."""
    return [each.get_attribute("data-card") or "" for each in page.locator(f"{place} .new").all()]


@pytest.mark.parametrize("verb", ["load", "take"])
def test_goods_just_loaded_stand_out_on_their_animal(page: Page, site: Site, verb: str) -> None:
    watch(page, site, RECORD, f"?t={first(verb)}")
    _, _, *loaded = RECORD.moves[first(verb) - 1].split(" ")
    assert new_on(page, ".animal") == loaded[::-1]


def test_goods_just_drawn_stand_out_in_the_hand_for_who_sees_it(page: Page, site: Site) -> None:
    t = first("draw")
    watch(page, site, RECORD, f"?t={t}")
    assert page.locator(".hand .card.hi").count() == 3
    hidden = next(seat for seat in range(SEATS) if seat != TABLES[t].turn)
    page.locator("[name=view]").select_option(str(hidden))
    expect(page.locator(".hand .card.hi")).to_have_count(0)


@pytest.mark.parametrize("begins", [("buy",), ("cave", "", "hand"), ("thief", "", "", "camel"), ("theft",)])
def test_a_special_bought_or_used_stands_out(page: Page, site: Site, begins: tuple[str, ...]) -> None:
    t = first(*begins)
    watch(page, site, RECORD, f"?t={t}")
    before, now = ({each.number: each for own in TABLES[k].specials for each in own} for k in (t - 1, t))
    changed = [number for number, each in now.items() if before.get(number) != each]
    lit = page.locator(".kit .token.hi").all()
    assert [int(each.get_attribute("data-special") or 0) for each in lit] == changed


def test_the_map_that_is_asked_for_stands_out(page: Page, site: Site) -> None:
    t = first("map") - 1
    watch(page, site, RECORD, f"?t={t}")
    asked = page.locator(f".kit .token.hi[data-special='{TABLES[t].maps[0]}']")
    expect(asked).to_have_text("map")


def test_what_went_to_the_market_stands_out_there(page: Page, site: Site) -> None:
    t = first("end", "")
    watch(page, site, RECORD, f"?t={t}")
    lit = page.locator(".market .card.hi").all()
    assert {each.get_attribute("data-card") for each in lit} == set(RECORD.moves[t - 1].split(" ")[1:])


def test_a_fault_is_marked_from_the_move_on_at_which_it_came(page: Page, site: Site) -> None:
    marks_its_fault(page, site, match(Tuareg, SEATS, "0", fails_at=4))


def test_a_small_table_of_the_site_is_drawn_too(page: Page, site: Site) -> None:
    draws_what_was_played(page, site, "tuareg", SHOWN, lambda table: expected(table, table.to_json()))


def test_the_fullest_camps_fit_a_phone(open_page: Open, site: Site) -> None:
    page = open_page(viewport=PHONE)
    t = max(range(len(TABLES)), key=lambda t: max(map(len, [*TABLES[t].animals, *TABLES[t].specials])))
    watch(page, site, RECORD, f"?t={t}")
    check(page, schemes=NIGHT)
    edges = page.locator(".animal, .token, .maj").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().right)"
    )
    assert max(edges) <= PHONE["width"]


def test_each_part_has_a_name(page: Page, site: Site) -> None:
    watch(page, site, RECORD, f"?t={first('thief')}")
    check(page)
    for name in ("Animals of", "Hand of"):
        assert page.get_by_role("group", name=re.compile(f"^{name} .+")).count() == SEATS
    loaded = next(load for own in TABLES[first("thief")].animals for load in own.values() if len(load) > 1)
    label = f"camel, from the bottom up: {', '.join(loaded)}"
    expect(page.get_by_role("img", name=label).first).to_be_visible()


def test_nothing_moves_for_those_who_want_no_motion(open_page: Open, site: Site) -> None:
    page = open_page(reduced_motion="reduce")
    watch(page, site, RECORD, f"?t={first('load')}")
    fresh = page.locator(".fresh").first
    assert fresh.evaluate("(each) => getComputedStyle(each).animationName") == "none"
