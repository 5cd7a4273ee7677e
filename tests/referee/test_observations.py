"""What a seat sees as numbers: from its view alone, in parts that are as long as the page says."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from referee.game import CHANCE
from referee.games import GAMES
from referee.observations import BY_GAME, observed, parts
from tests.referee.magpie import Magpie
from tests.referee.walks import another_to_the_same_eyes, walk

PAGE = Path(__file__).parents[2] / "docs" / "training.md"
TABLES = [(game, seats) for game in [*GAMES.values(), Magpie] for seats in game.tables]
STEP = 17
"""Every seventeenth position is looked at."""

every_table = pytest.mark.parametrize(
    ("game", "seats"), TABLES, ids=[f"{game.name}-{seats}" for game, seats in TABLES]
)


@pytest.fixture(autouse=True)
def _magpie(monkeypatch):
    """A game that says nothing of what matters in it."""
    monkeypatch.setitem(GAMES, Magpie.name, Magpie)


def positions(game, seats):
    """Some positions of a match, its empty table and its end."""
    for number, (table, move) in enumerate(walk(game, seats, "observed")):
        if move is None or number % STEP == 0:
            yield table


@every_table
def test_every_part_is_always_as_long(game, seats):
    """The parts of the empty table say how long, for every seat and all of the match."""
    expected = {name: len(numbers) for name, numbers in parts(game.start(seats).view(0)).items()}
    for table in positions(game, seats):
        for seat in range(seats):
            seen = parts(table.view(seat))
            assert {name: len(numbers) for name, numbers in seen.items()} == expected
            assert {type(number) for numbers in seen.values() for number in numbers} <= {int, bool}


@every_table
def test_what_a_seat_cannot_tell_apart_is_the_same_observation(game, seats):
    rng, compared = Random(2), 0
    for table in positions(game, seats):
        for seat in range(seats):
            other = another_to_the_same_eyes(table, seat, rng)
            compared += other != table
            assert observed(other.view(seat)) == observed(table.view(seat))
    assert compared > 1


@every_table
def test_an_observation_follows_from_the_view_as_it_is_sent(game, seats):
    for table in positions(game, seats):
        assert observed(json.loads(json.dumps(table.view(0)))) == observed(table.view(0))


@every_table
def test_positions_that_follow_each_other_are_told_apart(game, seats):
    """After every decision of its own a seat sees something new."""
    before = None
    for table, move in walk(game, seats, "apart"):
        if before is not None:
            assert observed(table.view(before[0])) != before[1]
        chosen = move is not None and table.turn != CHANCE
        before = (table.turn, observed(table.view(table.turn))) if chosen else None


@pytest.mark.parametrize("game", BY_GAME)
def test_the_page_says_how_long_each_part_is(game):
    """Sizes are written as products of numbers and `n`, the number of seats."""
    text = PAGE.read_text(encoding="utf-8")
    section = re.search(rf"^### `{game}`\n(.*?)(?=^#|\Z)", text, re.S | re.M)[1]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section, re.M)
    for seats in GAMES[game].tables:
        written = {name: size_of(size, game, seats) for name, size in rows}
        assert written == {
            name: len(numbers) for name, numbers in parts(GAMES[game].start(seats).view(0)).items()
        }


def size_of(text, game, seats):
    """The number that `16 × n × a` stands for; `a` is how many animals a seat of Tuareg can have."""
    animals = (
        len(parts(GAMES["tuareg"].start(seats).view(0))["animals"]) // (16 * seats) if game == "tuareg" else 0
    )
    size = 1
    for factor in text.split("×"):
        word = factor.strip()
        size *= {"n": seats, "a": animals}.get(word) or int(word)
    return size
