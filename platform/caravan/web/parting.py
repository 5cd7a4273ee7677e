"""Where the matches of one deal part: they begin with the same cards, and go alike until somebody differs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bots.viewer import words
from referee.game import Game
from referee.record import Record, table_of
from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class Made:
    """What was done in one of the matches."""

    match: Match
    who: str
    words: str


@dataclass(frozen=True, slots=True)
class Parting:
    """The number of the first move that is not the same in all, and what it was in each."""

    move: int
    made: list[Made]


def parting(matches: Sequence[Match], records: Mapping[int, str]) -> Parting | None:
    """Of the matches of one deal, with their records by primary key; None if all went alike."""
    moves = [json.loads(records[match.pk])["moves"] for match in matches]
    at = next((k for k, made in enumerate(zip(*moves, strict=False)) if len(set(made)) > 1), None)
    if at is None:
        return None
    record = Record.loads(records[matches[0].pk])
    table = table_of(record)
    for move in record.moves[:at]:
        table.play(move)
    return Parting(at + 1, [_made(match, table, own[at]) for match, own in zip(matches, moves, strict=True)])


def _made(match: Match, table: Game, move: str) -> Made:
    """What one match went on with from the position in which they part."""
    names = [seating.version.bot.name for seating in match.seatings.all()]
    after = table.copy()
    after.play(move)
    seat = -1 if table.turn is None else table.turn
    step = words.Step(seat, move, table.to_json(), after.to_json(), names)
    return Made(match, names[seat] if seat >= 0 else "", words.say(match.fixture.game, step))
