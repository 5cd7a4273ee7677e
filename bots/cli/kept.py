"""Records and logs as files that people read."""

import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp

from bots.cli.writing import unwritten, whole
from bots.play.fixture import PlayedMatch
from bots.play.logbook import decoded, readable


class Kept:
    """A folder of records and logs; without one, only what explains a fault is kept, somewhere temporary.

    OSError if the folder cannot be made.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self.everything = folder is not None
        if folder:
            folder.mkdir(parents=True, exist_ok=True)

    def match(self, match: PlayedMatch, deal: int, names: Sequence[str]) -> None:
        """Keeps its record and the log of each seat, where everything is kept."""
        if self.everything:
            self.record(match, deal)
            for seat in range(len(names)):
                self.log(match, deal, seat, names[seat])

    def record(self, match: PlayedMatch, deal: int) -> Path:
        """Keeps a record; where."""
        path = self.folder / f"{_stem(deal, match)}.json"
        _write(path, json.dumps(match.record, separators=(",", ":")))
        return path

    def log(self, match: PlayedMatch, deal: int, seat: int, name: str) -> Path:
        """Keeps the log of one seat; where."""
        path = self.folder / f"{_stem(deal, match)}-seat-{seat}-{name.replace('/', '_')}.log"
        _write(path, readable(decoded(match.logs[seat])))
        return path

    @property
    def folder(self) -> Path:
        """A temporary one is made when it is first needed."""
        self._folder = self._folder or Path(mkdtemp(prefix="caravan-logs-"))
        return self._folder


def _write(path: Path, text: str) -> None:
    try:
        whole(path, text)
    except OSError as error:
        raise unwritten(path, error) from None


def _stem(deal: int, match: PlayedMatch) -> str:
    return f"deal-{deal}-rotation-{match.rotation}"
