"""The scenarios of the rule sheet for Tuareg, T01 to T29, through an adapter for its way of writing."""

import json
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from referee.game import CHANCE, EVERYONE, IllegalMove
from referee.games.tuareg import Tuareg

SCENARIOS = json.loads((Path(__file__).parent / "golden" / "tuareg.json").read_text("utf-8"))
PHASES = {"PRE": "main", "POST": "after", "OVER": "over"}


def position(state):
    """The sheet's state as a position of ours."""
    specials = list(chain(*state["specials"]))
    return Tuareg.from_json(
        {
            "seats": state["n"],
            "round": state["round"],
            "phase": PHASES[state["phase"]],
            "turn": state["cur"],
            "drew": state["drew"],
            "extra": state["extra"],
            "pile": state["deck"][::-1],
            "second": state["deck"] if state["round"] == 2 else [],
            "market": list(Counter(state["market"]).elements()),
            "discard": state["discard"],
            "offer": state["supply"],
            "hands": state["hands"],
            "totals": state["score"],
            "animals": [
                {f"camel:{at}": load for at, load in enumerate(camels)}
                | {f"donkey:{each['id']}": each["cards"] for each in own if each["type"] == "donkey"}
                for camels, own in zip(state["camels"], state["specials"], strict=True)
            ],
            "specials": [[special(each) for each in own] for own in state["specials"]],
            "shut": [each["id"] for each in specials if each["turn_used"]],
            "bought": max((each["id"] for each in specials), default=0),
        }
    )


def special(each):
    goods = [] if each["type"] == "donkey" else each["cards"]
    return {
        "number": each["id"],
        "kind": each["type"],
        "used": each["used"],
        "goods": [{"card": good, "mask": EVERYONE} for good in goods],
    }


def spelled(action):
    """The sheet's action as a move of ours."""
    place = [":".join(map(str, action["ref"]))] if "ref" in action else []
    source = action.get("src", ["hand"])
    source = source if source[0] == "hand" else [":".join(map(str, source))]
    tops = [f"{animal}*{count}" for animal, count in action.get("tops", {}).items()]
    words = {
        "load": [*place, *action.get("cards", [])],
        "take": [*place, *action.get("cards", [])],
        "buy": [action.get("t"), *action.get("hand", []), *tops],
        "end": action.get("to_market", []),
        "cave": [action.get("id"), *source],
        "thief": [action.get("id"), action.get("victim"), *source],
        "map": ["redeem" if action.get("redeem") else "keep"],
    }
    return " ".join(map(str, [action["a"], *words.get(action["a"], [])]))


def played(scenario):
    """The position before, after all actions; the dealer shuffles nothing."""
    game = position(scenario["before"])
    for action in scenario["actions"]:
        game.play(spelled(action))
    if game.turn == CHANCE:
        game.play(" ".join(["deal", *game.act.cards]))
    return game


def compared(game):
    """What the sheet says about a position, in any order where its order means nothing."""
    return {
        "n": game.seats,
        "round": game.round,
        "cur": game.turn,
        "phase": game.phase,
        "drew": game.drew,
        "extra": game.extra,
        "deck": Counter(game.pile) if game.round == 2 else game.pile,
        "market": game.market,
        "discard": game.discard,
        "supply": game.offer,
        "hands": game.hands,
        "animals": game.animals,
        "specials": [
            [(each.number, each.kind, each.used, [marked.card for marked in each.goods]) for each in own]
            for own in game.specials
        ],
        "score": game.totals,
    }


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: each["id"])
def test_the_sheet_and_we_agree(scenario):
    if scenario["outcome"] == "ILLEGAL":
        with pytest.raises(IllegalMove):
            played(scenario)
        return
    game, after = played(scenario), scenario["after"]
    over = {"extra": None, "cur": None} if after["phase"] == "OVER" else {}
    expected = compared(position({**after, "phase": "PRE", "cur": 0, "extra": 1 if over else after["extra"]}))
    expected |= {"phase": PHASES[after["phase"]], "cur": after["cur"], "extra": after["extra"]} | over
    assert compared(game) == expected
    for breakdown in after["breakdown"]:
        assert [+Counter(each) for each in game.counts] == breakdown["counts"]
    if after["result"]:
        winners = [seat for seat, rank in enumerate(game.ranks()) if rank == 1]
        assert winners == after["result"]["winners"]


def test_an_illegal_scenario_fails_with_its_last_action():
    for scenario in SCENARIOS:
        if scenario["outcome"] == "ILLEGAL":
            game = position(scenario["before"])
            for action in scenario["actions"][:-1]:
                game.play(spelled(action))
            assert spelled(scenario["actions"][-1]) not in game.legal()


def test_all_scenarios_are_there():
    assert len(SCENARIOS) == 20
