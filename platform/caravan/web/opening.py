"""Somebody's own file with a match: replayed once, in a process that may use little, and kept nowhere.

What the file says is proved first. Its rules may be any that a game has, so that nobody can tell beforehand
what a match costs.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from tempfile import TemporaryFile
from threading import BoundedSemaphore
from typing import IO, Any

from bots.play.protocol import is_tag
from referee.errors import RefereeError
from referee.opening import opened
from referee.record import parsed, verify
from referee.replay import replay

MAX_FILE = 4_000_000
MAX_REPLAY = 8_000_000
MAX_MOVES = 6000
NAME = 40
"""So much of a name is shown."""
CPU, WALL = 10, 60
"""Seconds."""
MEMORY = 1 << 30
TOO_MUCH = "To replay it takes more time or memory than there is for it here."

_turn = BoundedSemaphore()


class OpeningError(Exception):
    """Why a file cannot be watched: a sentence for whoever chose it."""


class BusyError(OpeningError):
    """Another file is being read."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A match of a file: which it is, of how many, who sat where, the words beside the moves, the replay."""

    match: int
    """From 1."""
    matches: int
    names: list[str]
    tags: dict[str, str]
    replay: dict[str, Any]


def read(file: IO[bytes], match: int) -> Opened:
    """The match with this number, from 1, of a file; OpeningError if there is none that can be shown."""
    if not _turn.acquire(blocking=False):
        raise BusyError("Another file is being read just now. Please try again.")
    try:
        with TemporaryFile() as out:
            _run(file, match, out)
            out.seek(0)
            told = json.load(out)
    finally:
        _turn.release()
    if "error" in told:
        raise OpeningError(told["error"])
    return Opened(**told)


def _run(file: IO[bytes], match: int, out: IO[bytes]) -> None:
    """Let a process of its own read it, one without our environment."""
    command = [sys.executable, "-m", __name__, str(match)]
    own = {"PYTHONPATH": os.pathsep.join(sys.path)}
    with TemporaryFile() as told:
        told.write(file.read(MAX_FILE))
        told.seek(0)
        try:
            done = subprocess.run(
                command,
                stdin=told,
                stdout=out,
                stderr=subprocess.DEVNULL,
                env=own,
                timeout=WALL,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise OpeningError(TOO_MUCH) from None
    if done.returncode:
        raise OpeningError(TOO_MUCH)


def _limit() -> None:
    """Keep this process within its limits, and behind those that serve."""
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_REPLAY, MAX_REPLAY))


def _told(data: bytes, match: int) -> dict[str, Any]:
    """One match of a file, proved; or the error."""
    try:
        found = opened(parsed(data))
        if not 1 <= match <= len(found):
            return {"error": f"It holds {len(found)} matches, and no number {match}."}
        one = found[match - 1]
        if len(one.record.moves) > MAX_MOVES:
            return {"error": f"More than {MAX_MOVES} moves are not replayed here."}
        verify(one.record)
        played = replay(one.record)
    except RefereeError as error:
        return {"error": f"It is no match that follows the rules: {error}."}
    names = [name[:NAME] for name in one.names]
    tags = {move: word for move, word in (one.record.tags or {}).items() if is_tag(word)}
    return {"match": match, "matches": len(found), "names": names, "tags": tags, "replay": played}


if __name__ == "__main__":
    _limit()
    json.dump(_told(sys.stdin.buffer.read(), int(sys.argv[1])), sys.stdout)
