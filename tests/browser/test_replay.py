"""The replay viewer: what it draws is what was played, and every way to move through it works."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from referee.games import GAMES
from referee.playthrough import random_match
from referee.replay import changed
from referee.replay import replay as replayed
from tests.browser.conftest import Open
from tests.referee.magpie import Magpie
from tests.served import Site

RANKS = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def spoken(card: str) -> str:
    """What a screen reader says of a card."""
    return f"{RANKS.get(card[:-1], card[:-1])} of {SUITS[card[-1]]}"


def watch(page: Page, site: Site, query: str = "") -> None:
    """Open the match and wait until the viewer stands."""
    page.goto(site.replay + query)
    page.locator("#replay[data-ready]").wait_for()


def at(page: Page, t: int) -> None:
    """The viewer must stand after move t."""
    expect(page.locator("[name=turn]")).to_have_value(str(t))


def labels(page: Page, selector: str) -> list[str]:
    """The names of the cards there."""
    return [found.get_attribute("aria-label") or "" for found in page.locator(selector).all()]


@pytest.fixture
def replay(page: Page, site: Site) -> dict[str, Any]:
    """The match as the server sends it."""
    answer = page.request.get(site.replay + "replay.json")
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture
def positions(replay: dict[str, Any]) -> list[dict[str, Any]]:
    """The position after each move, made by the referee's own code."""
    made = [replay["start"]]
    for frame in replay["frames"]:
        made.append(deepcopy(made[-1]))
        changed(made[-1], frame["changes"])
    return made


def test_the_table_shows_every_position_as_it_was(
    page: Page, site: Site, positions: list[dict[str, Any]]
) -> None:
    watch(page, site)
    for t in [1, 2, 7, 30, 61, 29, site.moves]:
        page.locator("[name=range]").fill(str(t))
        at(page, t)
        position = positions[t]
        assert labels(page, ".piles .card.lg") == [spoken(card) for card in position["discard"][-1:]]
        expect(page.locator(".pilebox b")).to_have_text(str(len(position["stock"])))
        over = position["phase"] in ("deal", "over")
        for seat, hand in enumerate(position["shown" if over else "hands"]):
            assert labels(page, f".seat:nth-child({seat + 1}) .fan .card") == list(map(spoken, hand))


@pytest.mark.parametrize(
    ("phase", "top", "said"),
    [
        ("opening", "", "Open with a club"),
        ("normal", "JC", "but no jack"),
        ("normal", "5", "the same rank or a jack"),
        ("penalty", "7", "or answer with a seven"),
        ("ace", "A", "one more matching card"),
        ("over", "", "Match over"),
    ],
)
def test_what_is_in_force_is_said(
    page: Page, site: Site, positions: list[dict[str, Any]], phase: str, top: str, said: str
) -> None:
    t = next(
        k
        for k, position in enumerate(positions)
        if position["phase"] == phase and "".join(position["discard"][-1:]).startswith(top)
    )
    watch(page, site, f"?t={t}")
    expect(page.locator(".force")).to_contain_text(said)


def test_each_seat_bears_the_name_of_who_sits_there(page: Page, site: Site) -> None:
    watch(page, site)
    page.keyboard.press("End")
    rows = page.locator("[data-seat]")
    named = {row.get_attribute("data-seat"): row.get_attribute("data-name") for row in rows.all()}
    assert labels(page, ".seat") == [named[str(seat)] for seat in range(3)]
    failed = page.locator("tr", has=page.locator(".tag.bad")).get_attribute("data-name")
    assert labels(page, ".seat:has(.pill.bad)") == [failed]


def test_buttons_step_and_jump(page: Page, site: Site) -> None:
    watch(page, site)
    at(page, 0)
    for label, t in [
        ("One move on", 1),
        ("One move on", 2),
        ("One move back", 1),
        ("End", site.moves),
        ("Start", 0),
    ]:
        page.get_by_role("button", name=label, exact=True).click()
        at(page, t)


def test_keys_step_and_jump(page: Page, site: Site) -> None:
    watch(page, site)
    for key, t in [
        ("ArrowRight", 1),
        ("l", 2),
        ("Shift+ArrowRight", 12),
        ("j", 11),
        ("ArrowLeft", 10),
        ("Shift+ArrowLeft", 0),
        ("End", site.moves),
        ("Home", 0),
    ]:
        page.keyboard.press(key)
        at(page, t)
    page.keyboard.type("37")
    page.keyboard.press("Enter")
    at(page, 37)


def test_event_keys_go_to_deals_points_faults_and_tags(
    page: Page, site: Site, replay: dict[str, Any]
) -> None:
    watch(page, site)
    frames = replay["frames"]
    events = {k + 1 for k, frame in enumerate(frames) if frame["seat"] < 0}
    events |= {k + 1 for k in range(1, len(frames)) if frames[k]["points"] != frames[k - 1]["points"]}
    events |= {fault["move"] + 1 for fault in replay["faults"]}
    events |= set(map(int, page.request.get(f"{site.replay}record.json").json()["tags"]))
    for t in sorted(events):
        page.keyboard.press("e")
        at(page, t)
    for t in sorted(events, reverse=True)[1:]:
        page.keyboard.press("Shift+E")
        at(page, t)


def test_a_key_pressed_in_a_field_is_typed_there(page: Page, site: Site) -> None:
    watch(page, site)
    page.locator("[name=turn]").fill("12")
    page.locator("[name=turn]").press("Enter")
    at(page, 12)
    page.locator("[name=speed]").press("l")
    at(page, 12)


@pytest.mark.parametrize(
    ("typed", "stands"), [("abc", "5"), ("", "5"), ("-3", "0"), ("2.7", "2"), (" 7 ", "7")]
)
def test_the_field_shows_where_the_viewer_stands_whatever_is_typed(
    page: Page, site: Site, typed: str, stands: str
) -> None:
    watch(page, site, "?t=5")
    page.locator("[name=turn]").fill("")
    page.locator("[name=turn]").press_sequentially(typed)
    page.locator("[name=turn]").press("Enter")
    expect(page.locator("[name=turn]")).to_have_value(stands)
    expect(page.locator("[name=range]")).to_have_value(stands)


def test_only_a_card_just_played_lands(page: Page, site: Site, replay: dict[str, Any]) -> None:
    played = [frame["move"].startswith("play ") for frame in replay["frames"]]
    for way in (True, False):
        t = played.index(way, 2) + 1
        watch(page, site, f"?t={t}")
        assert page.locator(".piles .fresh").count() == way


def test_the_address_keeps_up_and_leads_back(page: Page, site: Site) -> None:
    watch(page, site, "?t=57&view=2")
    at(page, 57)
    expect(page.locator("[name=view]")).to_have_value("2")
    page.keyboard.press("l")
    page.wait_for_url(re.compile(r"t=58&view=2"))
    page.reload()
    at(page, 58)


def test_the_fog_shows_each_seat_its_own_hand(
    page: Page, site: Site, positions: list[dict[str, Any]]
) -> None:
    watch(page, site, "?t=20")
    hands = positions[20]["hands"]
    for view in ["0", "1", "2", "spectator"]:
        page.locator("[name=view]").select_option(view)
        for seat, hand in enumerate(hands):
            seen = labels(page, f".seat:nth-child({seat + 1}) .fan .card")
            assert seen == (list(map(spoken, hand)) if view == str(seat) else ["a hidden card"] * len(hand))
    assert labels(page, ".piles .card.lg") == [spoken(positions[20]["discard"][-1])]


def test_v_goes_through_the_views(page: Page, site: Site) -> None:
    watch(page, site)
    for view in ["spectator", "0", "1", "2", "all"]:
        page.keyboard.press("v")
        expect(page.locator("[name=view]")).to_have_value(view)


def test_it_plays_to_the_end_and_stops(page: Page, site: Site) -> None:
    watch(page, site, f"?t={site.moves - 12}")
    for _ in range(4):
        page.keyboard.press(">")
    expect(page.locator("[name=speed]")).to_have_value("40")
    page.keyboard.press("k")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    at(page, site.moves)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_an_address_can_let_it_play_at_once(page: Page, site: Site) -> None:
    watch(page, site, f"?t={site.moves - 1}&autoplay=1")
    at(page, site.moves)
    page.wait_for_url(re.compile(rf"\?t={site.moves}$"))


def test_space_pauses(page: Page, site: Site) -> None:
    watch(page, site)
    page.keyboard.press("<")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_move_list_leads_to_its_moves_and_follows(page: Page, site: Site) -> None:
    watch(page, site)
    page.locator(".moves li[data-t='44'] a").click()
    at(page, 44)
    expect(page.locator(".moves li[aria-current]")).to_have_attribute("data-t", "44")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves li[aria-current]")).to_be_in_viewport()
    expect(page.locator(".moves li[aria-current]")).to_have_attribute("data-t", "45")


def test_each_move_is_said_in_words(page: Page, site: Site) -> None:
    watch(page, site, "?t=2")
    live = page.locator("[aria-live]")
    expect(live).to_contain_text(f"Move 2 of {site.moves}")
    expect(live).to_contain_text(re.compile(r"plays (\w+) of clubs"))


def test_the_keys_are_explained(page: Page, site: Site) -> None:
    watch(page, site)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Next, previous event")
    page.keyboard.press("l")
    at(page, 0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_link_to_a_move_and_the_seed_are_copied(open_page: Open, site: Site) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    watch(page, site, "?t=9")
    page.keyboard.press("c")
    expect(page.locator("[data-copied]")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site.replay}?t=9"
    page.get_by_role("button", name="Copy the seed").click()
    expect(page.locator("[data-copied]")).to_have_text("Seed copied.")
    seed = page.evaluate("navigator.clipboard.readText()")
    assert seed == page.request.get(f"{site.replay}record.json").json()["seed"]
    expect(page.locator(".meta code").first).to_have_text(f"{seed[:12]}…")


def test_the_command_that_runs_from_here_is_copied(open_page: Open, site: Site) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    watch(page, site, "?t=9")
    page.get_by_role("button", name="Run again from here").click()
    expect(page.locator("[data-copied]")).to_contain_text("Command copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"caravan play --from caravan-{site.match}.json@9 ")
    assert copied.endswith(" mybot.py")
    assert "--dice" not in copied


def test_a_game_without_a_drawn_table_is_watched_on_a_plain_one(
    page: Page, site: Site, replay: dict[str, Any], positions: list[dict[str, Any]]
) -> None:
    def another_game(route: Route) -> None:
        route.fulfill(body=json.dumps(replay | {"game": "sixth"}), content_type="application/json")

    page.route("**/replay.json", another_game)
    watch(page, site, "?t=20")
    hand = positions[20]["hands"][1]
    assert labels(page, ".seat:nth-child(2) .fan .card") == [spoken(card) for card in hand]
    expect(page.locator(".feltbar")).to_contain_text("direction")
    page.locator("[name=view]").select_option("0")
    assert set(labels(page, ".seat:nth-child(2) .fan .card")) == {"a hidden card"}


def test_a_game_fresh_in_the_registry_is_watched_with_fog(
    page: Page, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, Magpie.name, Magpie)
    match = replayed(random_match(Magpie, 3, "seed"))
    page.route("**/replay.json", lambda route: route.fulfill(json=match))
    watch(page, site, "?t=1")
    position = match["start"]
    changed(position, match["frames"][0]["changes"])
    page.locator("[name=range]").fill("1")
    purse, row = position["purses"][1], position["rows"][1]
    seat = page.locator(".seat:nth-child(2)")
    for card in [*purse, *(marked["card"] for marked in row)]:
        expect(seat).to_contain_text(card)
    page.locator("[name=view]").select_option("0")
    for card in [*purse, *(marked["card"] for marked in row)]:
        expect(seat).not_to_contain_text(card)


def test_nested_marks_are_cut_out_for_who_does_not_know_them(page: Page, site: Site) -> None:
    watch(page, site)
    held = {"kind": "cave", "goods": [{"card": "gold", "mask": 1}, {"card": "salt", "mask": -1}]}
    script = """async ([held, view]) => {
        const { masked } = await import("/static/replay/fog.js");
        return masked({ held: [[held]] }, { held: "known" }, view).held[0][0].goods;
    }"""
    assert page.evaluate(script, [held, 0]) == ["gold", "salt"]
    assert page.evaluate(script, [held, "all"]) == ["gold", "salt"]
    assert page.evaluate(script, [held, 1]) == ["?", "salt"]
    assert page.evaluate(script, [held, "spectator"]) == ["?", "salt"]


LAID = """() => {
  const felt = document.querySelector(".felt");
  const codes = (where, selector) => [...where.querySelectorAll(selector)].map((card) => card.dataset.card);
  return { seats: [...felt.querySelectorAll(".seat")].map((seat) => codes(seat, ".card")),
    middle: codes(felt, ".middle [data-card]"), text: felt.innerText };
}"""
"""What lies on the plain table: cards by seat, cards in the middle, all words."""


@pytest.mark.parametrize("game", GAMES)
def test_any_game_is_stepped_through_on_the_plain_table(page: Page, site: Site, game: str) -> None:
    address = f"{site.url}/matches/{site.matches[game]}/"
    replay = page.request.get(f"{address}replay.json").json()
    page.route("**/replay.json", lambda route: route.fulfill(json=replay | {"game": "sixth"}))
    page.goto(address)
    page.locator("#replay[data-ready]").wait_for()
    assert page.locator(".seat").count() == replay["seats"]
    position = replay["start"]
    for t, frame in enumerate(replay["frames"][:40], start=1):
        changed(position, frame["changes"])
        page.keyboard.press("l")
        at(page, t)
        lies_there(page.evaluate(LAID), position)
    page.locator("[name=view]").select_option("spectator")
    hidden = page.evaluate(LAID)["seats"][0]
    for field in (name for name, sight in replay["visibility"].items() if sight == "private"):
        assert {*hidden[: len(position[field][0])]} <= {"?"}


def lies_there(laid: dict[str, Any], position: dict[str, Any]) -> None:
    """What everybody holds is on the table as cards, in its order; nothing is left in braces."""
    for cards, hand in zip(laid["seats"], position.get("hands", laid["seats"]), strict=True):
        assert cards[: len(hand)] == hand
    for pile in position.get("layout", []):
        assert set(pile) <= set(laid["middle"])
    assert not re.search(r"[{}\[\]]|undefined|object", laid["text"])


def test_without_scripts_the_result_and_the_moves_are_text(open_page: Open, site: Site) -> None:
    page = open_page(java_script_enabled=False)
    page.goto(site.replay)
    expect(page.locator("[data-seat]")).to_have_count(3)
    expect(page.locator(".moves li")).to_have_count(site.moves)
    expect(page.locator(".controls")).to_be_hidden()


def test_b_goes_back_to_before_the_jump(page: Page, site: Site) -> None:
    watch(page, site)
    for keys, t in [
        ("37", 37),
        ("l", 38),
        ("b", 0),
        ("b", 38),
        ("Shift+ArrowRight", 48),
        ("j", 47),
        ("b", 38),
    ]:
        for key in keys if keys.isdigit() else [keys]:
            page.keyboard.press(key)
        if keys.isdigit():
            page.keyboard.press("Enter")
        at(page, t)


def test_dragging_the_bar_is_one_jump(page: Page, site: Site) -> None:
    watch(page, site, "?t=20")
    box = page.locator("[name=range]").bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.5, y)
    page.mouse.down()
    for share in (0.6, 0.7, 0.9):
        page.mouse.move(box["x"] + box["width"] * share, y)
    page.mouse.up()
    expect(page.locator("[name=turn]")).not_to_have_value("20")
    page.keyboard.press("b")
    at(page, 20)


def test_each_seat_tells_what_it_used_of_its_clock(page: Page, site: Site) -> None:
    watch(page, site)
    for row in page.locator("[data-seat]").all():
        seat = page.locator(f".seat:nth-child({int(row.get_attribute('data-seat') or 0) + 1})")
        expect(seat.locator("header")).to_contain_text(f"{row.get_attribute('data-cpu')} CPU")
        expect(row).to_contain_text(row.get_attribute("data-cpu") or "?")
