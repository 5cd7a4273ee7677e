"""Matches in plain words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bots.viewer import words
from referee.games import GAMES
from referee.match import play_match
from referee.replay import replay

Position = dict[str, Any]


def step(move: str, before: Position, seat: int = 0) -> str:
    """A move of Pis Yedili, made on a position given in part, in words."""
    from copy import deepcopy

    table = GAMES["pis_yedili"].from_json({"seats": len(before["hands"]), "turn": seat, **deepcopy(before)})
    start = table.to_json()
    table.apply(move)
    return words.WORDS["pis_yedili"](words.Step(seat, move, start, table.to_json()))


def on(top: str, *hand: str, phase: str = "normal", sevens: int = 0) -> Position:
    """Three seats; the first holds `hand`."""
    return {
        "phase": phase,
        "hands": [list(hand), ["2C", "3C"], ["4C", "5C"]],
        "stock": ["9S", "8S", "6S", "10S"],
        "discard": [top] if top else [],
        "suit": top[-1] if top else None,
        "sevens": sevens,
        "totals": [0, 0, 0],
    }


@pytest.mark.parametrize(
    ("move", "position", "said"),
    [
        ("play 6D", on("6C", "6D", "KS"), "plays 6♦"),
        ("play 10H", on("3H", "10H", "KS"), "plays 10♥, direction turns"),
        ("play 8H", on("3H", "8H", "KS"), "plays 8♥, the next misses a turn"),
        ("play AH", on("3H", "AH", "KS"), "plays A♥, may add a card"),
        ("play 7H", on("3H", "7H", "KS"), "plays 7♥, 1 in force"),
        ("play 7H", on("7D", "7H", "KS", phase="penalty", sevens=1), "plays 7♥, 2 in force"),
        ("play JD S", on("3H", "JD", "KS"), "plays J♦, names spades"),
        ("play 3D", on("3H", "3D"), "plays 3♦ and goes out"),
        ("play 8C", on("", "8C", "KS", phase="opening"), "plays 8♣ to open"),
        ("draw", on("3H", "KS", "QS"), "draws a card"),
        ("take", on("7H", "KS", "QS", phase="penalty", sevens=1), "takes 3 cards"),
        ("take", on("7H", "KS", "QS", phase="penalty", sevens=2), "takes 4 cards"),
    ],
)
def test_a_move_says_what_follows_from_it(move: str, position: Position, said: str) -> None:
    assert step(move, position) == said


def test_every_move_of_a_match_has_its_line() -> None:
    record = play_match(GAMES["pis_yedili"], [lambda seat, view, legal, news: legal[-1]] * 3, "words")
    frames = replay(record)
    lines = words.tell(frames, ["ada", "bo", "cem"])
    assert [line.t for line in lines] == list(range(1, len(record.moves) + 1))
    assert [line.who for line in lines if frames["frames"][line.t - 1]["seat"] == 1] == ["bo"] * sum(
        frame["seat"] == 1 for frame in frames["frames"]
    )
    dealt = [line.words for line in lines if not line.who]
    assert dealt == [f"Hand {hand} is dealt" for hand in (1, 2, 3, 4)]


GOING = {"leaders": [1]}
OVER = {"leaders": [1, 0], "leader": 1, "hands": [["5"], ["D"]]}
"""A trick of Donkey that goes on, and one that bo has won."""
CASES = [
    ("chicane", "move T1 F", {"layout": [[], ["3H", "2S"]]}, {}, "moves 2♠ from pile 2 to the centre"),
    ("chicane", "move R T7", {"reserve_open": [["9D"], []]}, {}, "moves 9♦ from the reserve to pile 8"),
    ("chicane", "move S OR", {"turned": ["KC"]}, {}, "moves K♣ from the stock onto the other’s reserve"),
    ("chicane", "turn stock", {}, {"turned": ["5H"]}, "turns 5♥ from the stock"),
    ("chicane", "discard", {"turned": ["5H"]}, {}, "discards 5♥"),
    (
        "chicane",
        "taccs",
        {"false_calls": [0, 0]},
        {"false_calls": [1, 0]},
        "calls Taccs! Wrongly, it stands",
    ),
    *(
        (
            "chicane",
            "taccs",
            {"false_calls": [0], "mover": 1, "action": action, **lying},
            {"false_calls": [0], "codes": codes},
            f"calls Taccs! Rightly: {said}",
        )
        for action, lying, codes, said in [
            (
                "move T2 T5",
                {"layout": [[]] * 5 + [["9D", "8S"]]},
                ["V1"],
                "the centre comes first (V1); 8♠ goes back to pile 3",
            ),
            (
                "move T0 F",
                {"centre": ["AC", None, "5D"], "raised": 2},
                ["V2"],
                "the reserve comes before the layout (V2); 5♦ goes back to pile 1",
            ),
            (
                "move S T0",
                {"layout": [["KH"]]},
                ["V1", "V4"],
                "the centre comes first (V1) and the stock fills no space (V4); K♥ goes back to the stock",
            ),
            (
                "move R OW",
                {"waste": [["7C", "8C"], []]},
                ["V1"],
                "the centre comes first (V1); 8♣ goes back to the reserve",
            ),
            (
                "move T1 OR",
                {"reserve_open": [["QS"], ["2H"]]},
                ["V1b"],
                "loading waits for the aces (V1b); Q♠ goes back to pile 2",
            ),
            (
                "turn stock",
                {"turned": ["4D"]},
                ["V3"],
                "the reserve comes before the stock (V3); 4♦ goes back to the stock",
            ),
            (
                "discard",
                {"waste": [["3S"], ["3C"]]},
                ["V6"],
                "what can be laid is not discarded (V6); 3♣ goes back to the stock",
            ),
            (
                "turn reserve",
                {"reserve_open": [["QS"], ["2H"]]},
                ["V5"],
                "the layout comes before turning the reserve (V5); 2♥ goes back to the reserve",
            ),
        ]
    ),
    ("tuareg", "draw", {"pile": ["?"] * 5}, {"pile": ["?"] * 2}, "draws 3 goods"),
    ("tuareg", "draw", {"pile": ["?"]}, {"pile": []}, "draws a good"),
    ("tuareg", "load camel:0 salt gold", {}, {}, "loads salt, gold on camel 1"),
    ("tuareg", "take donkey:4 salt salt", {}, {}, "takes 2 salt from the market onto donkey 4"),
    ("tuareg", "buy cave gold camel:0*1", {}, {}, "buys a cave"),
    ("tuareg", "thief 3 1 hand", {}, {}, "steals from bo, the hand"),
    ("tuareg", "cave 3 camel:1", {}, {}, "hides a good in the cave, from camel 2"),
    ("tuareg", "end", {}, {}, "ends the turn"),
    ("tuareg", "end salt", {}, {}, "ends the turn, salt to the market"),
    ("donkey", "play 7 7 J", {"phase": "lead", **GOING}, {"hands": [["5"]], **GOING}, "leads 7 7 joker"),
    ("donkey", "play 9", {"phase": "follow", **GOING}, {"hands": [["5"]], **GOING}, "plays 9"),
    ("donkey", "play 9", {"phase": "follow", **GOING}, {"hands": [[]], **GOING}, "plays 9 and is out"),
    ("donkey", "play 9", {"phase": "donkey", **GOING}, {"hands": [[]], **GOING}, "plays 9"),
    ("donkey", "pass", GOING, GOING, "passes"),
    ("donkey", "pass", {"phase": "follow", **GOING}, OVER, "passes; bo wins the trick"),
    ("donkey", "play 9", {"phase": "donkey", **GOING}, OVER, "plays 9; bo takes the trick with the donkey"),
    ("scandaroon", "play C4 0", {}, {}, "plays Crescent 4"),
    ("scandaroon", "play SF 1", {}, {}, "plays Scimitar finisher into the row of bo"),
    ("scandaroon", "ability S6 X5", {}, {}, "uses Scimitar 6 on Cross 5"),
    ("scandaroon", "ability T7", {}, {}, "uses Turban 7"),
    ("scandaroon", "token C4 pile", {}, {}, "spends the token, Crescent 4, for the score pile"),
    (
        "scandaroon",
        "token DXC exchange C1 X2",
        {},
        {},
        "spends the token, Cross/Crescent, to exchange Crescent 1, Cross 2",
    ),
    ("scandaroon", "pass", {}, {}, "passes"),
]


NAMES = {
    "C1": "Crescent 1",
    "C4": "Crescent 4",
    "SF": "Scimitar finisher",
    "S6": "Scimitar 6",
    "T7": "Turban 7",
    "X2": "Cross 2",
    "X5": "Cross 5",
    "DXC": "Cross/Crescent",
    "J": "joker",
}


@pytest.mark.parametrize(("game", "move", "before", "after", "said"), CASES)
def test_a_move_of_another_game_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, game: str, move: str, before: Position, after: Position, said: str
) -> None:
    monkeypatch.setattr("bots.viewer.decks.names", lambda game: NAMES)
    assert words.WORDS[game](words.Step(0, move, before, after, ["ada", "bo"])) == said


@pytest.mark.parametrize("game", GAMES)
def test_no_move_of_a_game_is_left_in_its_code(game: str) -> None:
    dice, seats = Random(7), GAMES[game].tables[-1]
    record = play_match(GAMES[game], [lambda seat, view, legal, news: dice.choice(legal)] * seats, "words")
    names = [f"bot {seat}" for seat in range(seats)]
    lines = words.tell(replay(record), names)
    assert all(line.words and line.words != move for line, move in zip(lines, record.moves, strict=True))


def test_a_line_of_the_dealer_names_no_card() -> None:
    assert words.as_played(words.Step(-1, "deal 7D QS 10C", {}, {})) == "Dealer: deal, 3 cards"


def test_a_game_without_words_is_told_in_its_moves() -> None:
    told = {
        "game": "sixth",
        "faults": [],
        "start": {},
        "frames": [{"seat": 0, "move": "hop 3", "changes": []}],
    }
    assert [line.words for line in words.tell(told, ["ada"])] == ["hop 3"]


def test_the_first_move_made_for_a_failed_seat_is_marked() -> None:
    frame = {"move": "hop", "changes": []}
    told = {
        "game": "sixth",
        "faults": [{"seat": 1, "move": 1}],
        "start": {},
        "frames": [{"seat": 0, **frame}, {"seat": 1, **frame}, {"seat": 1, **frame}],
    }
    assert [line.fault for line in words.tell(told, ["ada", "bo"])] == [False, True, False]
