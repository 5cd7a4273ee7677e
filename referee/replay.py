"""A record made into what a viewer draws: the first position whole, then what each move changes.

A change is `[path, value]`, which sets, or `[path, at, removed, inserted]`, which splices a list: from index
`at`, so many `removed` values go and the `inserted` come. A path leads through the JSON position by keys and
indexes. What a game works out for watchers (`Game.figures`) comes beside the positions in the same way.
"""

from collections.abc import Iterator
from typing import Any

from referee.game import Game
from referee.record import Record, replayed, table_of
from referee.visibility import not_public

FORMAT = 1

Path = list[str | int]
Change = list[Any]


def replay(record: Record) -> dict[str, Any]:
    """The match as frames: frame k holds move k and turns the position before it into the one after it.

    RecordError where the record does not follow the rules.
    """
    told = record.to_json()
    table = table_of(record)
    same = ("game", "seats", "seed", "rules", "points", "ranks", "faults")
    return {
        "format": FORMAT,
        "title": table.title,
        **{name: told[name] for name in same},
        "visibility": not_public(type(table)),
        "start": table.to_json(),
        "figures": table.figures(),
        "frames": list(frames(record)),
    }


def frames(record: Record) -> Iterator[dict[str, Any]]:
    """For each move: seat, move, the changes of the position and of the figures, the points so far."""
    table = table_of(record)
    frame: dict[str, Any] = {}
    before = _seen(table)
    for seat, move in replayed(record, table):
        if frame:
            before = _complete(frame, before, table)
            yield frame
        frame = {"seat": seat, "move": move}
    _complete(frame, before, table)
    yield frame


def _seen(table: Game) -> dict[str, Any]:
    """What a frame tells the changes of, by the name that it has there."""
    return {"changes": table.to_json(), "figures": table.figures()}


def _complete(frame: dict[str, Any], before: dict[str, Any], table: Game) -> dict[str, Any]:
    """Write into a frame what its move has changed; what is seen now."""
    now = _seen(table)
    frame |= {name: changes(before[name], now[name]) for name in now}
    frame["points"] = list(table.points())
    return now


def changes(before: Any, now: Any) -> list[Change]:
    """What turns one JSON value into another of the same kind, in the order to be applied."""
    found: list[Change] = []
    _compare(before, now, [], found)
    return found


def _compare(before: Any, now: Any, path: Path, found: list[Change]) -> None:
    if before == now:
        return
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() == now.keys():
        for key in now:
            _compare(before[key], now[key], [*path, key], found)
    elif isinstance(before, list) and isinstance(now, list):
        if len(before) == len(now) and any(isinstance(each, list | dict) for each in now):
            for at, pair in enumerate(zip(before, now, strict=True)):
                _compare(*pair, [*path, at], found)
        else:
            found.append([path, *_splice(before, now)])
    else:
        found.append([path, now])


def _splice(before: list[Any], now: list[Any]) -> tuple[int, int, list[Any]]:
    """One cut that turns a list into another: where, how many go, which come."""
    shorter = min(len(before), len(now))
    head = 0
    while head < shorter and before[head] == now[head]:
        head += 1
    tail = 0
    while tail < shorter - head and before[-1 - tail] == now[-1 - tail]:
        tail += 1
    return head, len(before) - head - tail, now[head : len(now) - tail]


def changed(position: Any, frame_changes: list[Change]) -> None:
    """Apply the changes of one frame to a JSON position in place, as a viewer does."""
    for path, *change in frame_changes:
        *way, last = path
        holder = position
        for key in way:
            holder = holder[key]
        if len(change) == 1:
            holder[last] = change[0]
        else:
            at, removed, inserted = change
            holder[last][at : at + removed] = inserted
