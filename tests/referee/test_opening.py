"""Files with matches: each kind gives the records that it was made from."""

import json

import pytest

from referee.errors import RecordShapeError
from referee.games import GAMES
from referee.opening import opened
from referee.playthrough import random_match
from referee.record import verify
from referee.replay import replay
from tests.referee.test_fixture import fixture


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_replay_gives_back_the_record_that_it_was_made_from(game):
    record = random_match(game, game.tables[0], "a file")
    for data in (record.to_json(), replay(record)):
        (found,) = opened(json.loads(json.dumps(data)))
        verify(found.record)
        assert found.record.digest() == record.digest()
        assert found.names == [f"seat {seat}" for seat in range(1, record.seats + 1)]


def test_a_fixture_gives_all_its_matches_with_who_sat_where():
    whole = fixture()
    found = opened(whole.to_json())
    assert [one.record.digest() for one in found] == [match.record.digest() for match in whole.matches]
    named = [one.name for one in whole.competitors]
    assert [one.names for one in found] == [[named[who] for who in match.seating] for match in whole.matches]


RECORD = random_match(GAMES["donkey"], 3, "a file")
DRAWN = replay(RECORD)
FIXTURE = fixture(deals=1).to_json()


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (None, ""),
        ([], ""),
        ({}, "game"),
        ({"frames": 5}, "frames"),
        ({"frames": [5]}, "frames"),
        ({"frames": [{"seat": 1}]}, "frames"),
        ({"frames": []}, "game"),
        ({**DRAWN, "frames": [{"move": 5}]}, "moves[0]"),
        ({**DRAWN, "game": ["donkey"]}, "game"),
        ({**DRAWN, "faults": 5}, "faults"),
        ({"matches": 5}, "number"),
        (
            {**FIXTURE, "matches": [{**FIXTURE["matches"][0], "seating": [0, 1, 9]}]},
            "matches[0].seating",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "data",
)
def test_what_is_no_such_file_is_refused_with_its_place(data, place):
    with pytest.raises(RecordShapeError) as refused:
        opened(data)
    assert refused.value.place == place
