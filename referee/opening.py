"""Whatever file holds matches: a record, a fixture with those of all its matches, or what a viewer drew."""

from dataclasses import dataclass
from typing import Any

from referee.errors import RecordShapeError
from referee.fixture import FixtureRecord
from referee.games import GAMES
from referee.record import Record

DRAWN = ("game", "seats", "seed", "rules", "points", "ranks", "faults")
"""What a replay says as its record does."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A match, and who sat where as far as the file says so."""

    record: Record
    names: list[str]


def opened(data: Any) -> list[Opened]:
    """The matches in a file's JSON; RecordShapeError names the place where it is none of these."""
    if type(data) is dict and "matches" in data:
        return _fixture(FixtureRecord.from_json(data))
    if type(data) is dict and "frames" in data:
        data = _record(data)
    record = Record.from_json(data)
    return [Opened(record, [f"seat {seat + 1}" for seat in range(len(record.ranks))])]


def _fixture(fixture: FixtureRecord) -> list[Opened]:
    names = [one.name for one in fixture.competitors]
    for at, match in enumerate(fixture.matches):
        if not all(0 <= one < len(names) for one in match.seating):
            raise RecordShapeError(f"matches[{at}].seating", "names somebody who did not compete")
    return [Opened(one.record, [names[who] for who in one.seating]) for one in fixture.matches]


def _record(replay: dict[str, Any]) -> dict[str, Any]:
    """The record that a replay was made from, but for clocks and tags."""
    frames = replay["frames"]
    if type(frames) is not list or not all(type(frame) is dict and "move" in frame for frame in frames):
        raise RecordShapeError("frames", "are not moves")
    game = GAMES.get(str(replay.get("game")))
    told = {name: replay[name] for name in DRAWN if name in replay}
    moves = [frame["move"] for frame in frames]
    return {**told, "moves": moves, "table_digest": game.table_digest() if game else ""}
