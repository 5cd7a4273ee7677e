"""What an organiser may write down as a season's stages."""

import pytest

from tournaments import stages
from tournaments.pairing import Knockout, Ladder, RoundRobin, Swiss
from tournaments.stages import Stage


def test_stages_are_read_as_they_are_written_and_know_their_formats():
    written = [
        {"format": "swiss", "rounds": 5, "advance": 8},
        {"format": "round_robin", "meetings": 2, "advance": 4},
        {"format": "knockout", "double": True},
    ]
    read = stages.read(written)
    assert [stages.format_of(one) for one in [*read, Stage("ladder", rounds=3)]] == [
        Swiss(rounds=5),
        RoundRobin(meetings=2),
        Knockout(double=True),
        Ladder(rounds=3),
    ]
    assert [stages.finals(read, number) for number in (1, 2, 3)] == [False, False, True]
    assert list(stages.complaints(read, 2)) == []
    assert not stages.finals(read[2:], 1)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("ladder", "Expected `array`"),
        ([{"format": "lottery"}], "lottery"),
        ([{"format": "ladder", "round": 3}], "unknown field `round`"),
        ([{"format": "swiss", "rounds": "5"}], r"rounds"),
    ],
)
def test_what_no_stage_is_cannot_be_read(written, reason):
    with pytest.raises(ValueError, match=reason):
        stages.read(written)


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ([], "At least one stage"),
        ([Stage("swiss")], "needs a number of rounds"),
        ([Stage("swiss", rounds=0)], "at least one round"),
        ([Stage("round_robin", rounds=3)], "round robin takes follows from its entries"),
        ([Stage("round_robin", meetings=0)], "each pair meets once"),
        ([Stage("ladder", meetings=2)], "only a round robin"),
        ([Stage("knockout", double=True)], "only a knockout at tables of two"),
        ([Stage("ladder", advance=4)], "nobody advances from the last"),
        ([Stage("knockout", advance=4), Stage("ladder")], "nothing follows a knockout"),
        ([Stage("ladder", advance=4), Stage("knockout")], "a ladder before another"),
        ([Stage("swiss", rounds=3), Stage("knockout")], "two entries at least"),
        ([Stage("swiss", rounds=3, advance=1), Stage("knockout")], "two entries at least"),
        (
            [Stage("swiss", rounds=3, advance=4), Stage("round_robin", advance=4), Stage("knockout")],
            "4 cannot advance from the next stage, which begins with 4",
        ),
    ],
)
def test_stages_that_cannot_be_played_are_refused_with_the_reason(written, complaint):
    [only] = stages.complaints(written, seats=3)
    assert complaint in only
