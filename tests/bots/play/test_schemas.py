"""Every view and every line is as its schema says, and a schema says all that is in it."""

import json
from random import Random

import msgspec
import pytest
from jsonschema import Draft202012Validator

from bots.play import schemas
from bots.play.clock import Clocks
from bots.play.protocol import Answer, Ask, Hello, Left, Over, Start
from referee.game import CHANCE
from referee.games import GAMES

VIEWS = 40
"""So many of a match, at the most."""


def positions(game, seats):
    """Some positions of a match at random, from the first to the last."""
    dice, position = Random(f"{game}/{seats}"), GAMES[game].start(seats)
    yield position
    moves = 0
    while position.turn is not None and moves < 2000:
        deals = position.turn == CHANCE
        position.play(position.deal(dice) if deals else dice.choice(position.legal()))
        moves += 1
        if moves % 25 == 1:
            yield position


@pytest.mark.parametrize("game", GAMES)
def test_every_view_of_a_match_is_as_the_schema_says(game, record_property):
    schema = schemas.of(game)["view"]
    Draft202012Validator.check_schema(schema)
    fits, count = Draft202012Validator(schema), 0
    for seats in (GAMES[game].tables[0], GAMES[game].tables[-1]):
        for _, position in zip(range(VIEWS), positions(game, seats), strict=False):
            for seat in (0, seats - 1, None):
                view = position.view(seat)
                fits.validate(view)
                assert set(view) == set(schema["$defs"]["View"]["properties"])
                assert set(view["rules"]) == set(schema["$defs"]["Rules"]["properties"])
                count += 1
    record_property("views held to their schema", count)
    wrong = {**view, "turn": "mine"}
    assert not fits.is_valid(wrong)
    assert not fits.is_valid({**view, "game": "chess"})


def test_every_line_is_as_the_schema_says():
    found = schemas.of("tuareg")
    lines = {
        "hello": Hello("tuareg", 2, {}, Clocks()),
        "start": Start(0, 1, "00"),
        "ask": Ask(1, {}, ["draw"], [{"seat": 0, "move": "draw"}], Left(1.0, 2.0)),
        "news": {"seat": 0, "move": "draw"},
        "answer": Answer("draw", "calm"),
        "over": Over([1, 0], [1, 2]),
    }
    assert lines.keys() | {"view"} == found.keys()
    for name, line in lines.items():
        Draft202012Validator(found[name]).validate(json.loads(msgspec.json.encode(line)))
        assert not Draft202012Validator(found[name]).is_valid({})
