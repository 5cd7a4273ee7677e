"""What was asked follows from the record."""

from collections.abc import Sequence
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from bots.play.questions import Question, questions
from referee.game import Move, Seat, View
from referee.games import GAMES
from referee.match import Fault, play_match
from referee.record import Record, RecordError

Asked = tuple[View, Sequence[Move], Sequence[Any]]


def played(game: str, seats: int, seed: int) -> tuple[Record, list[list[Asked]]]:
    """A match at random in which seat 0 fails at its third question, and what each seat was asked."""
    dice = Random(seed)
    asked: list[list[Asked]] = [[] for _ in range(seats)]

    def choose(seat: Seat, view: View, legal: Sequence[Move], news: Sequence[Any]) -> Move:
        asked[seat].append(deepcopy((view, legal, news)))
        if seat == 0 and len(asked[0]) == 3:
            raise Fault("crashed", "of itself")
        return dice.choice(legal)

    return play_match(GAMES[game], [choose] * seats, f"seed {seed}"), asked


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_told_as_it_was_asked(game: str) -> None:
    for seats in {min(GAMES[game].tables), max(GAMES[game].tables)}:
        record, asked = played(game, seats, seats)
        assert any(asked)
        for seat in range(seats):
            told = list(questions(record, seat))
            assert [(each.view, each.legal, each.news) for each in told] == asked[seat]
            assert [each.number for each in told] == list(range(1, len(told) + 1))
            assert [record.moves[each.move - 1] for each in told] == [each.played for each in told]


def test_a_fault_belongs_to_the_last_question_of_its_seat() -> None:
    record, _ = played("pis_yedili", 2, 1)
    failed = list(questions(record, 0))
    assert [each.fault for each in failed] == [None, None, record.faults[0]]
    assert not any(each.fault for each in questions(record, 1))


def test_a_false_record_is_told() -> None:
    record, _ = played("pis_yedili", 2, 1)
    record.moves[5] = "fly"
    with pytest.raises(RecordError):
        list[Question](questions(record, 0))
