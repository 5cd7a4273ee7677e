"""Why a league or a season could not be played as it is written down, by the name of the field."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import pairwise

import msgspec

from bots.play.clock import Clocks
from referee.errors import SetupError
from referee.games import GAMES
from tournaments import stages

Refusal = tuple[str, str]
"""A field and what is wrong with it."""


def by_field(refusals: Iterable[Refusal]) -> dict[str, list[str]]:
    """All reasons for each field."""
    fields: defaultdict[str, list[str]] = defaultdict(list)
    for field, reason in refusals:
        fields[field].append(reason)
    return dict(fields)


def of_table(game: str, seats: int, rules: object, clocks: object) -> Iterator[Refusal]:
    """A game that the referee does not have at that size, options and clocks that nobody knows."""
    try:
        GAMES[game].start(seats, **msgspec.convert(rules, dict[str, object]))
    except msgspec.ValidationError as error:
        yield "rules", str(error)
    except SetupError as error:
        yield "rules" if seats in GAMES[game].tables else "seats", str(error)
    try:
        msgspec.convert(clocks, Clocks)
    except msgspec.ValidationError as error:
        yield "clocks", str(error)


def of_house(game: str, seats: int, house: int) -> Iterator[Refusal]:
    """A table with more empty chairs than there are house bots."""
    if house < seats - 1:
        yield "seats", f"A table of {seats} needs {seats - 1} house bots in {game}, and {house} are there."


def of_stages(written: object, seats: int) -> Iterator[Refusal]:
    """Stages that cannot be read or cannot follow each other."""
    try:
        plan = stages.read(written)
    except ValueError as error:
        yield "stages", str(error)
    else:
        yield from (("stages", complaint) for complaint in stages.complaints(plan, seats))


def of_dates(**dates: datetime | None) -> Iterator[Refusal]:
    """Dates that do not come in the order in which they are given, those left out aside."""
    known = [(field, date) for field, date in dates.items() if date is not None]
    for (before, first), (field, second) in pairwise(known):
        if second <= first:
            yield field, f"This has to come after “{before}”, which is {first:%Y-%m-%d %H:%M}."


def of_moves(promote: int, relegate: int, sizes: list[int | None]) -> Iterator[Refusal]:
    """More promotions and relegations than divisions of these sizes, the highest first, can take."""
    if not sizes:
        yield "__all__", "A season needs a division at least."
    if len(sizes) < 2:
        for field, count in (("promote", promote), ("relegate", relegate)):
            if count:
                yield field, "There is one division only, so nobody can move."
        return
    if promote != relegate and any(sizes):
        yield "relegate", f"Divisions that have a size lose as many as they gain: {promote}, not {relegate}."
    smallest = min((size for size in sizes if size), default=None)
    if smallest is not None and promote + relegate > smallest:
        yield "promote", f"{promote} up and {relegate} down are more than the {smallest} of a division."
