"""What those see who hold no seat: all that lies open, and nothing that depends on the rest."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest

from referee.game import CHANCE, HIDDEN
from referee.games import GAMES
from referee.playthrough import random_match
from referee.replay import changed
from referee.spectator import Spectator
from tests.referee.swaps import other_worlds, prefixes
from tests.referee.walks import walk

TABLES = [(game, seats) for game in GAMES.values() for seats in {game.tables[0], game.tables[-1]}]
pytestmark = pytest.mark.parametrize(
    ("game", "seats"), TABLES, ids=[f"{game.name}-{seats}" for game, seats in TABLES]
)


def test_frames_rebuild_every_view_of_a_spectator(game, seats):
    spectator, empty = Spectator(game.start(seats)), game.start(seats)
    seen, figures = json.loads(json.dumps([empty.view(None), empty.figures()]))
    for table, move in walk(game, seats, "frames"):
        assert (seen, figures) == (table.view(None), table.figures())
        assert spectator.over == (move is None)
        if move is not None:
            frame = json.loads(json.dumps(spectator.frame(move)))
            assert (frame["seat"], frame["move"]) == (table.turn, table.told(move, None))
            changed(seen, frame["changes"])
            changed(figures, frame["figures"])


def test_a_spectator_hears_the_dealer_without_the_cards(game, seats):
    """Chicane's lots, which everybody sees, are the exception that its rules make."""
    spectator = Spectator(game.start(seats))
    frames = [spectator.frame(move) for move in random_match(game, seats, "dealer").moves]
    told = [frame["move"].split(" ")[1:] for frame in frames if frame["seat"] == CHANCE]
    assert any(cards and set(cards) == {HIDDEN} for cards in told)


def test_no_byte_depends_on_cards_that_a_spectator_does_not_see(game, seats, record_property):
    """Two cards of the dealer's change places, all moves stay: until somebody can see it, nothing differs."""
    compared = 0
    for seed in range(3):
        for one, other in prefixes(game, seats, str(seed), Random(seed)):
            spectators = Spectator(game.start(seats)), Spectator(game.start(seats))
            told = [
                json.dumps([spectator.frame(move) for move in moves])
                for spectator, moves in zip(spectators, (one, other), strict=True)
            ]
            assert told[0] == told[1]
            compared += len(one)
    assert compared
    record_property("moves with cards swapped", compared)


def test_no_byte_depends_on_which_of_the_possible_positions_it_is(game, seats, record_property):
    """All that a spectator does not see lies elsewhere, as it may; both go on with the same moves."""
    compared = 0
    for table, guess, pairs in islice(other_worlds(game, seats, "possible", Random(seats), None), 12):
        spectators = Spectator(table), Spectator(guess)
        told = [
            json.dumps([spectator.frame(move) for move in moves])
            for spectator, moves in zip(spectators, zip(*pairs, strict=True), strict=True)
        ]
        assert told[0] == told[1]
        compared += len(pairs)
    assert compared
    record_property("moves with cards swapped", compared)
