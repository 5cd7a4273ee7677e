"""The table of Donkey: every hand, the trick as a line, who is out; for three to twelve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.games.donkey import Donkey
from referee.playthrough import random_match
from referee.record import Record
from referee.replay import changed
from referee.replay import replay as replayed
from tests.browser.accessible import NIGHT, check
from tests.browser.conftest import Open, watched
from tests.browser.drawn import PHONE, VIEWS, Position, Shown, shown
from tests.served import Site

DESK = {"width": 1280, "height": 900}
LONG_NAME = "a-bot-whose-name-has-no-end-at-all"


MATCHES = {"three": ("matches", 3, "tricks 0"), "twelve": ("largest", 12, "tricks 8")}
"""On which pages, for how many, from which seed: in each the donkey is led and taken twice."""


def played(page: Page, site: Site, name: str) -> Shown:
    """One of the matches on a page."""
    places, seats, seed = MATCHES[name]
    return shown(page, getattr(site, places), "donkey", random_match(Donkey, seats, seed))


@pytest.fixture(scope="module", params=MATCHES)
def match(request: pytest.FixtureRequest, browser: Browser, site: Site) -> Iterator[Shown]:
    """Each of the matches."""
    with watched(browser, site.url) as opened:
        yield played(opened(viewport=DESK), site, request.param)


def names(match: Shown) -> list[str]:
    """By seat."""
    script = "rows => Object.fromEntries(rows.map(row => [row.dataset.seat, row.dataset.name]))"
    named = match.page.locator("[data-seat]").evaluate_all(script)
    return [named[str(seat)] for seat in range(len(named))]


def is_pause(position: Position) -> bool:
    """Whether no trick can be played."""
    return position["phase"] in ("aside", "deal", "over")


def moments(match: Shown) -> list[int]:
    """Moves after which the table looks different in its own way."""
    found: dict[Any, int] = {}
    for t, before, after in match.steps():
        if before["turn"] >= 0:
            sort = before["phase"], after["phase"], match.move(t) == "pass", after["locked"], after["hand_no"]
            found.setdefault(sort, t)
    return sorted({*found.values(), len(match.positions) - 1})


def last_trick(match: Shown, t: int) -> list[tuple[int, list[str]]]:
    """Who did what in the trick to which move t belongs: the cards, none for a pass."""
    position = match.positions[t]
    acted = len(position["moves"]) % len(position["hands"]) or len(position["hands"])
    frames = match.replay["frames"][t - acted : t]
    return [(frame["seat"], frame["move"].split(" ")[1:]) for frame in frames]


def test_hands_and_tricks_are_drawn_as_they_are_in_the_position(match: Shown) -> None:
    called = names(match)
    for t in moments(match):
        before, position = match.positions[t - 1], match.go(t)
        hands, trick = position["hands"], last_trick(match, t)
        assert match.groups(".hand") == hands
        leads = trick[0][0]
        order = [(leads + k) % len(hands) for k in range(len(hands))]
        assert match.texts(".who") == [called[seat] for seat in order]
        waiting = len(hands) - len(trick)
        assert match.groups(".act") == [cards for _, cards in trick] + [[]] * waiting
        best = [seat == position["best"] and bool(cards) for seat, cards in trick]
        assert match.marked(".act", "best") == best + [False] * waiting
        now = [False] * len(trick) + [True] + [False] * waiting
        assert match.marked(".act", "now") == now[: len(hands)]
        assert match.marked(".seat", "turn") == [seat == position["turn"] for seat in range(len(hands))]
        assert match.cards(".felt .fresh") == (trick[-1][1] if before["turn"] >= 0 else [])


def test_the_bar_says_where_the_donkey_is_and_how_far_the_match_is(match: Shown) -> None:
    called, locks = names(match), set()
    for t in moments(match):
        position = match.go(t)
        bar = " ".join(" ".join(match.texts(".feltbar")).split())
        lies = any("D" in cards for cards in position["laid"])
        holder = next((seat for seat, known in enumerate(position["known"]) if "D" in known), None)
        assert f"Donkey {'in the trick' if lies else called[holder or 0]} " in bar
        locked = position["locked"] and not is_pause(position)
        locks.add(locked)
        assert ("cannot be led now" in bar) == locked
        playing = not is_pause(position)
        hand_no = position["hand_no"] + (playing or position["phase"] == "over")
        assert f"Hand {hand_no} of 3 Trick {len(position['leaders']) + playing} " in bar
        assert f"Thrown away {len(position['discard'])} " in bar
    assert locks == {True, False}


def test_hidden_hands_show_what_everybody_knows_of_them(match: Shown) -> None:
    first_locked = next(t for t, _, after in match.steps() if after["locked"])
    for view in VIEWS:
        match.look(view)
        for t in (first_locked, len(match.positions) // 2):
            match.go(t)
            known = match.known(t, view)
            expected = [
                ["?"] * (len(hand) - len(sure)) + sure if "?" in hand else hand
                for hand, sure in zip(known["hands"], known["known"], strict=True)
            ]
            assert match.groups(".hand") == expected
    match.look("all")


def test_who_is_out_and_the_places_are_said_when_a_hand_is_over(match: Shown) -> None:
    called = names(match)
    t = next(t for t, before, after in match.steps() if before["turn"] >= 0 and is_pause(after))
    position = match.go(t)
    places = Donkey.from_json(position).ranks()
    ordinals = {1: "1st", 2: "2nd", 3: "3rd"}
    pills = zip(match.texts(".seat .r"), position["hands"], strict=True)
    for text, hand in pills:
        assert text == ("donkey" if "D" in hand else "" if hand else "out")
    for seat, text in enumerate(match.texts(".seat .count")):
        points, more = position["totals"][seat], position["scores"][seat]
        place = ordinals.get(places[seat], f"{places[seat]}th")
        assert " ".join(text.split()) == f"{points} pts +{more} · {place}"
    out = [name for name, hand in zip(called, position["hands"], strict=True) if not hand]
    expect(match.page.locator(".state")).to_have_text(f"The hand is over, out: {', '.join(out)}")


def out_together() -> tuple[Record, int, int]:
    """A match of three with a hand that ends for two at once, and the move that ends it; the seats out."""
    for seed in range(1000):
        record = random_match(Donkey, 3, f"together {seed}", {"deals": 1, "hand_size": 3})
        last = replayed(record)
        position = last["start"]
        for frame in last["frames"]:
            changed(position, frame["changes"])
        if (out := position["hands"].count([])) > 1:
            return record, len(record.moves), out
    raise AssertionError("no such match")


def test_several_can_be_out_at_once(page: Page, site: Site) -> None:
    record, t, out = out_together()
    match = shown(page, site.matches, "donkey", record)
    match.go(t)
    expect(page.locator(".seat .pill.out")).to_have_count(out)
    expect(page.locator(".state")).to_contain_text("The match is over")


def test_what_is_to_beat_is_said(match: Shown) -> None:
    called, phases = names(match), set()
    for t, _, after in match.steps():
        if after["phase"] in ("follow", "donkey") and after["phase"] not in phases:
            phases.add(after["phase"])
            match.go(t)
            best = after["laid"][after["best"]]
            value = {"J": 14, "D": 0}.get(best[0]) if best[0] in "JD" else int(best[0])
            said = f"To beat: {len(best)} × {value}"
            if after["phase"] == "donkey":
                said = f"The highest takes the donkey, so far {value}"
            expect(match.page.locator(".state")).to_have_text(f"{said} by {called[after['best']]}")
    assert phases == {"follow", "donkey"}


def test_a_trick_with_the_donkey_is_taken(match: Shown) -> None:
    called = names(match)
    taken = [
        t for t, before, after in match.steps() if before["phase"] == "donkey" and after["phase"] == "lead"
    ]
    for t in taken[:2]:
        position = match.go(t)
        said = f"{called[position['leader']]} takes the trick with the donkey, and leads"
        expect(match.page.locator(".state")).to_have_text(said)
    assert len(taken) > 1


def test_a_donkey_that_is_led_is_an_event(match: Shown) -> None:
    led = next(t for t, _, _ in match.steps() if match.move(t) == "play D")
    match.go(led - 1)
    match.page.keyboard.press("e")
    expect(match.page.locator("[name=turn]")).to_have_value(str(led))


def test_twelve_seats_keep_nobody_out(open_page: Open, site: Site) -> None:
    match = played(open_page(viewport=PHONE, has_touch=True), site, "twelve")
    match.go(next(t for t, _, after in match.steps() if after["locked"]))
    check(match.page, schemes=NIGHT)


DRAW = """async ([seats, position, figures, move, name]) => {
    const { draw } = await import("/static/replay/table-donkey.js");
    const avatar = () => document.querySelector("#seats .kilim").cloneNode(true);
    const players = Array.from({ length: seats }, () => ({ name, version: "v12", avatar }));
    const scene = { position, figures, move, players, said: players.map(() => null),
        faulted: players.map(() => true), rules: { deals: 3 } };
    document.querySelector(".felt").replaceChildren(...draw(scene));
}"""
OUTSIDE = """() => [...document.querySelectorAll(".seat, .trick")]
    .flatMap(box => [...box.querySelectorAll(":not(header b *)")]
    .filter(inside => inside.getBoundingClientRect().right > box.getBoundingClientRect().right + 1))
    .map(inside => `${inside.tagName} ${inside.className} ${inside.textContent}`)"""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_any_number_of_seats_has_room(open_page: Open, site: Site, viewport: dict[str, int]) -> None:
    match = shown(open_page(viewport=viewport), site.matches, "donkey")
    for seats in Donkey.tables:
        replay = replayed(random_match(Donkey, seats, "room"))
        position, figures, fullest = replay["start"], replay["figures"], 0
        for frame in replay["frames"]:
            changed(position, frame["changes"])
            changed(figures, frame["figures"])
            most = max(map(len, position["hands"]))
            if most > fullest:
                fullest = most
                match.page.evaluate(DRAW, [seats, position, figures, frame["move"], LONG_NAME])
                assert match.page.evaluate(OUTSIDE) == [], (seats, most)
                assert match.page.evaluate(WIDE) == 0
