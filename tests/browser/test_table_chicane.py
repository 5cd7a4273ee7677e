"""The table of Chicane: every pile as it lies and as one may see it, every call, every end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.game import Move, Seat, View
from referee.games.chicane import Chicane
from referee.match import Player, play_match
from referee.playthrough import random_match
from referee.record import Record
from tests.browser.accessible import NIGHT, check
from tests.browser.conftest import Open, watched
from tests.browser.drawn import PHONE, VIEWS, Position, Shown, shown
from tests.served import Site

DESK = {"width": 1280, "height": 900}


def suspicious(seed: str) -> Player:
    """Plays at random and mostly calls."""
    dice = Random(seed)

    def choose(seat: Seat, view: View, legal: Sequence[Move], news: Sequence[Any]) -> Move:
        return dice.choice(["ok", "taccs", "taccs"] if "taccs" in legal else legal)

    return choose


def idle(seat: Seat, view: View, legal: Sequence[Move], news: Sequence[Any]) -> Move:
    """Turns and discards, and nothing else."""
    return next(move for move in ("ok", "discard", "turn stock") if move in legal)


CALLS = play_match(
    Chicane,
    [suspicious("calls 27"), suspicious("calls 27")],
    "calls 27",
    rules={"false_limit": 9, "max_turns": 60},
)
"""A match with calls for many reasons, and with more wrong ones than are allowed."""


@pytest.fixture(scope="module")
def match(browser: Browser, site: Site) -> Iterator[Shown]:
    """That match on a page."""
    with watched(browser, site.url) as opened:
        yield shown(opened(viewport=DESK), site.matches, "chicane", CALLS)


def is_right(move: Move, before: Position, after: Position) -> bool:
    """Whether this is a call that takes a move back."""
    return move == "taccs" and bool(before["false_calls"] == after["false_calls"])


def is_wrong(move: Move, before: Position, after: Position) -> bool:
    """Whether this is a call for nothing."""
    return move == "taccs" and not is_right(move, before, after)


def kind(move: Move, before: Position, after: Position) -> str:
    """What sort of move it is: from what sort of place to which, a right call or a wrong one."""
    if move == "taccs":
        return f"taccs {is_right(move, before, after)}"
    return move[:4] if before["turn"] < 0 else re.sub(r"T\d", "T", move)


def kinds(match: Shown) -> list[int]:
    """The first move of each kind, after the dealer's."""
    found: dict[str, int] = {}
    for t, before, after in match.steps():
        found.setdefault(kind(match.move(t), before, after), t)
    return sorted(found.values())[2:]


def piles(known: View, seat: Seat) -> list[tuple[list[str], str]]:
    """The top card and the number of cards in reserve, stock and waste, and what is turned."""
    lying = [
        [*known["reserve"][seat], *known["reserve_seen"][seat], *known["reserve_open"][seat]],
        [*known["stock"][seat], *known["stock_seen"][seat]],
        known["waste"][seat],
        known["turned"] if known["mover"] == seat else [],
    ]
    return [(cards[-1:], str(len(cards))) for cards in lying]


def lies_as(match: Shown, known: View) -> None:
    """The table shows this position."""
    assert match.groups(".tpile") == known["layout"]
    assert [*map("".join, match.groups(".found > *"))] == [top or "" for top in known["centre"]]
    drawn = zip(match.groups(".pilebox"), match.texts(".pilebox b"), strict=True)
    assert list(drawn) == [*piles(known, 0), *piles(known, 1)]


def moved(move: Move, before: Position, after: Position) -> str:
    """The card that a move has put somewhere or turned; "" if it has not."""
    seat, (verb, *places) = before["turn"], move.split(" ")
    if verb == "move":
        top = {"R": before["reserve_open"][seat], "S": before["turned"]}
        pile = top[places[0]] if places[0] in top else before["layout"][int(places[0][1:])]
        return str(pile[-1])
    turned = {"turn reserve": after["reserve_open"][seat], "ask turn": after["reserve_open"][1 - seat]}
    turned |= {"turn stock": after["turned"], "discard": before["turned"]}
    return str(turned[move][-1]) if move in turned else ""


def test_every_pile_lies_as_it_does_in_the_position_and_the_card_moved_lands(match: Shown) -> None:
    for t in [1, *kinds(match), len(match.positions) - 1]:
        before, after = match.positions[t - 1], match.go(t)
        lies_as(match, match.known(t, "all"))
        if before["turn"] >= 0 and match.move(t) != "taccs":
            assert "".join(match.cards(".felt .fresh")) == moved(match.move(t), before, after), match.move(t)


def test_cards_that_one_may_not_know_lie_face_down(match: Shown) -> None:
    for view in VIEWS:
        match.look(view)
        for t in (2, match.first(is_right), 150):
            match.go(t)
            lies_as(match, match.known(t, view))
            assert ("?" in match.cards(".chi-piles .card")) == (view != "all")
    match.look("all")


def test_the_draw_for_the_first_turn_is_shown(match: Shown) -> None:
    position = match.go(3)
    assert match.cards(".pilebox.drawn .card") == position["lots"][-2:]


def test_a_right_call_shows_what_it_takes_back_where_it_lies_again(match: Shown) -> None:
    actions = set()
    for t, before, after in match.steps():
        action, mover = before["action"], before["mover"]
        if is_right(match.move(t), before, after) and kind(action, before, after) not in actions:
            actions.add(kind(action, before, after))
            match.go(t)
            assert match.cards(".felt .taken") == [moved(action, match.positions[t - 2], before)]
            pile = re.match(r"move T(\d)", action)
            place = f".tpile >> nth={pile[1]}" if pile else f".seat >> nth={mover}"
            expect(match.page.locator(place).locator(".taken")).to_have_count(1)
    assert actions == {"move T T", "move T OR", "move S T", "move R T", "turn stock", "turn reserve"}


def test_a_call_is_told_in_the_words_of_the_move_list(match: Shown) -> None:
    for is_call, how in ((is_right, "right"), (is_wrong, "wrong")):
        t = match.first(is_call)
        match.go(t)
        caller = match.texts(".seat header b")[match.positions[t - 1]["turn"]].split(" ")[0]
        words = match.texts(f"li[data-t='{t}'] .w")[0]
        expect(match.page.locator(f".state.{how}")).to_have_text(f"{caller} {words}")


def test_wrong_calls_are_counted(match: Shown) -> None:
    for wrong in (1, 2, 9):
        t = next(t for t, _, after in match.steps() if max(after["false_calls"]) == wrong)
        caller, position = match.positions[t - 1]["turn"], match.go(t)
        now = ", no call this turn" if position["locked"] and position["mover"] != caller else ""
        said = "may call no more" if wrong == 9 else f"{wrong} of 9 wrong calls{now}"
        assert match.texts(".seat header .r")[caller].endswith(said)


def test_calls_are_events(match: Shown) -> None:
    calls = [t for t, _, _ in match.steps() if match.move(t) == "taccs"]
    for t in calls[:3]:
        match.go(t - 1)
        match.page.keyboard.press("e")
        expect(match.page.locator("[name=turn]")).to_have_value(str(t))


def test_whose_turn_it_is_and_who_is_asked_stands_there(match: Shown) -> None:
    asked = match.first(lambda move, before, after: after["action"] is not None)
    for t in (asked, 100):
        position = match.go(t)
        assert match.marked(".seat", "turn") == [position["turn"] == seat for seat in (0, 1)]
    match.go(asked)
    expect(match.page.locator(".state")).to_contain_text("is asked")
    expect(match.page.locator(".felt .hi")).to_have_count(1)


def test_how_far_it_is_to_the_caps_is_said(match: Shown) -> None:
    for t in (50, 151):
        position = match.go(t)
        figures = Chicane.from_json(position).figures()
        bar = " ".join(match.texts(".feltbar")).replace("\n", " ")
        assert f"Turn {position['turn_no']} of 60" in bar
        assert f"From pile to pile {position['shuffles']} of 40" in bar
        assert f"Turns without progress {position['idle']} of {figures['idle_limit']}" in bar
        facts = zip(figures["to_go"], figures["prizes"], strict=True)
        said = [f"Cards to go {cards} A win scores {points}" for cards, points in facts]
        assert [" ".join(each.split()) for each in match.texts(".seat .facts")] == said


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (play_match(Chicane, [idle, idle], "idle"), "Nobody scores: nothing was placed for too long"),
        (random_match(Chicane, 2, "cap", {"max_turns": 3}), "Nobody scores: the last turn is over"),
        (random_match(Chicane, 2, "cap", {"max_turns": 3, "unfinished": "count"}), " scores "),
        (random_match(Chicane, 2, "b"), " scores "),
    ],
    ids=["stagnation", "cap", "count", "win"],
)
def test_how_it_ended_is_said(page: Page, site: Site, record: Record, said: str) -> None:
    match = shown(page, site.matches, "chicane", record)
    match.go(len(match.positions) - 1)
    points = max(record.points)
    expect(page.locator(".state")).to_contain_text(f"{said}{points}" if points else said)


def test_all_piles_have_room_on_a_phone(open_page: Open, site: Site) -> None:
    match = shown(open_page(viewport=PHONE, has_touch=True), site.matches, "chicane", CALLS)
    longest = max(match.steps(), key=lambda step: max(map(len, step[2]["layout"])))[0]
    for t in (match.first(is_right), longest):
        match.go(t)
        check(match.page, schemes=NIGHT)
    across = "all => all.map(pile => pile.getBoundingClientRect().x)"
    places = match.page.locator(".tpile").evaluate_all(across)
    assert places == sorted(set(places))
    below = "all => all.map(fan => [...fan.children].map(slip => slip.getBoundingClientRect().y))"
    for column in match.page.locator(".tpile .fan").evaluate_all(below):
        assert column == sorted(set(column))


def test_calls_keep_nobody_out(open_page: Open, site: Site) -> None:
    match = shown(open_page(), site.matches, "chicane", CALLS)
    for is_call in (is_right, is_wrong):
        match.go(match.first(is_call))
        check(match.page, schemes=NIGHT)
    match.page.emulate_media(reduced_motion="reduce")
    match.go(match.first(lambda move, before, after: move == "turn stock"))
    motion = "card => getComputedStyle(card).animationName"
    assert match.page.locator(".felt .fresh").evaluate(motion) == "none"
