"""The stages of a season: what is played one after another, as its organiser writes it down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec

from tournaments.pairing import Format, Knockout, Ladder, RoundRobin, Swiss

Name = Literal["ladder", "round_robin", "swiss", "knockout"]
Count = Annotated[int, msgspec.Meta(le=100_000)]
Meetings = Annotated[int, msgspec.Meta(le=100)]
"""All rounds of a round robin are drawn to know how many there are."""


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A format, how long it lasts, and how many of a division it leaves for the next stage."""

    format: Name
    rounds: Count | None = None
    """How many; a ladder without goes on until the season ends."""
    meetings: Meetings = 1
    """Of a round robin: each pair meets so often, at larger tables at least."""
    advance: Count | None = None
    """So many of each division go on to the next stage; none: it is the last."""
    double: bool = False
    """Of a knockout at tables of two: only the second defeat puts an entry out."""


def ladder() -> list[dict[str, Any]]:
    """One ladder that lasts as long as the season."""
    return [{"format": "ladder"}]


def read(stages: object) -> list[Stage]:
    """The stages from their JSON; ValueError says what is wrong with them."""
    try:
        return msgspec.convert(stages, list[Stage])
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None


def format_of(stage: Stage) -> Format:
    """The rules of pairing for a stage."""
    if stage.format == "swiss":
        return Swiss(rounds=stage.rounds or 1)
    if stage.format == "round_robin":
        return RoundRobin(meetings=stage.meetings)
    if stage.format == "knockout":
        return Knockout(double=stage.double)
    return Ladder(rounds=stage.rounds)


def finals(stages: Sequence[Stage], number: int) -> bool:
    """Whether a stage, from 1, is a knockout after another stage."""
    return number > 1 and stages[number - 1].format == "knockout"


def complaints(stages: Sequence[Stage], seats: int) -> Iterator[str]:
    """What keeps stages from being played one after another at tables of so many."""
    if not stages:
        yield "At least one stage is needed."
    for number, stage in enumerate(stages, 1):
        for complaint in _alone(stage, seats):
            yield f"Stage {number}: {complaint}"
        for complaint in _last(stage) if number == len(stages) else _before(stage, stages[number]):
            yield f"Stage {number}: {complaint}"


def _alone(stage: Stage, seats: int) -> Iterator[str]:
    if stage.rounds is None and stage.format == "swiss":
        yield "a Swiss system needs a number of rounds."
    if stage.rounds is not None and stage.format in ("round_robin", "knockout"):
        yield f"how many rounds a {stage.format.replace('_', ' ')} takes follows from its entries."
    if stage.rounds is not None and stage.rounds < 1:
        yield "at least one round is needed."
    if stage.meetings < 1:
        yield "each pair meets once at least."
    if stage.meetings > 1 and stage.format != "round_robin":
        yield "only a round robin has meetings."
    if stage.double and (stage.format != "knockout" or seats != 2):
        yield "only a knockout at tables of two can be double."


def _last(stage: Stage) -> Iterator[str]:
    if stage.advance is not None:
        yield "nobody advances from the last stage."


def _before(stage: Stage, after: Stage) -> Iterator[str]:
    if stage.format == "knockout":
        yield "nothing follows a knockout, which leaves one entry."
    if stage.format == "ladder" and stage.rounds is None:
        yield "a ladder before another stage needs a number of rounds."
    if stage.advance is None or stage.advance < 2:
        yield "two entries at least have to advance to the next stage."
    elif after.advance is not None and after.advance >= stage.advance:
        yield f"{after.advance} cannot advance from the next stage, which begins with {stage.advance}."
