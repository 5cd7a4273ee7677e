"""How long a list of legal moves can be: where that is known exactly, a position has such a list."""

import pytest

from referee.cards import RANKS
from referee.games import GAMES


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (5, 2)])
def test_pis_yedili_reaches_its_longest_list(seats, packs):
    clubs = [f"{rank}C" for rank in RANKS if rank != "5"]
    hand = [*clubs, "5D", "5H", "5S", "JD", "JH", "JS", *["5C"] * (packs - 1)]
    position = {
        "seats": seats,
        "turn": 0,
        "phase": "normal",
        "hands": [hand, *[["2D"]] * (seats - 1)] if packs == 1 else [hand, ["2D"], ["2D"], ["3D"], ["3D"]],
        "stock": ["4D"],
        "discard": ["5C"],
        "suit": "C",
    }
    table = GAMES["pis_yedili"].from_json(position)
    assert len(table.legal()) == table.widest == 30 + packs


def test_donkey_for_three_reaches_its_longest_list_in_the_first_trick():
    """Seat 1 holds all jokers and takes the donkey: nine numbers, each with up to five jokers, and those."""
    hands = [["1"] * 6 + ["2"] * 6 + ["D"], ["5"] * 8 + ["J"] * 5, ["3"] * 6 + ["4"] * 7]
    position = {
        "seats": 3,
        "turn": 0,
        "leader": 0,
        "phase": "lead",
        "hands": hands,
        "known": [["D"], [], []],
    }
    table = GAMES["donkey"].from_json(position)
    for move in ("play D", "play 5", "play 3"):
        table.play(move)
    assert table.turn == 1
    assert len(table.legal()) == table.widest == 59


def test_chicane_comes_near_its_longest_list():
    """Black sevens between red sixes and eights, two red sevens of the other to load on, two spaces."""
    tops = ["6H", "8H", "8H", "7C", "7C", "7S"]
    below = ["KC", "KC", "KD", "KD", "KS", "KS"]
    position = {
        "seats": 2,
        "turn": 0,
        "mover": 0,
        "turn_no": 3,
        "own_turns": [2, 1],
        "reserve_open": [["6H"], ["7H"]],
        "waste": [[], ["7H"]],
        "stock": [["2D"], ["2D"]],
        "layout": [[under, top] for under, top in zip(below, tops, strict=True)] + [[], []],
        "centre": ["6C", "6C", None, None, "5H", "5H", "6S", None],
    }
    table = GAMES["chicane"].from_json(position)
    assert len(table.legal()) == 40
    assert table.widest == 42


def test_tuareg_comes_near_its_longest_list():
    """Four different goods in the hand, animals that can pay and be loaded, all but donkeys on offer."""
    loads = {
        "camel:0": ["salt", "salt"],
        "camel:1": ["salt", "salt"],
        "camel:2": ["millet", "millet"],
        "donkey:1": ["millet"],
        "donkey:2": ["salt"],
    }
    position = {
        "seats": 2,
        "turn": 0,
        "phase": "main",
        "hands": [["water", "gold", "salt", "millet"], []],
        "market": [*["water"] * 3, *["gold"] * 3, *["salt"] * 3, *["millet"] * 3],
        "pile": ["water"],
        "animals": [loads, {"camel:0": [], "camel:1": [], "camel:2": []}],
        "specials": [[{"number": number, "kind": "donkey", "used": True} for number in (1, 2)], []],
        "bought": 2,
        "offer": {"donkey": 0, "cave": 2, "thief": 1, "map": 1},
    }
    table = GAMES["tuareg"].from_json(position)
    assert len(table.legal()) == 342
    assert table.widest == 489
