"""Rows of words under headings, for a terminal."""

import re
from collections.abc import Sequence
from datetime import datetime

from bots.quoting import printable

GAP = "   "
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def columns(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Each column as wide as its widest word; what is a number stands to the right."""
    words = [[*heads], *([_word(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*words, strict=True)]
    right = [bool(rows) and all(_is_number(row[place]) for row in rows) for place in range(len(heads))]
    return "\n".join(_line(line, widths, right) for line in words)


def moment(text: str | None) -> str:
    """A time as it is told by the server, in the time of this machine."""
    return f"{datetime.fromisoformat(text).astimezone():%Y-%m-%d %H:%M}" if text else ""


def _line(words: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    cells = [
        word.rjust(width) if to_the_right else word.ljust(width)
        for word, width, to_the_right in zip(words, widths, right, strict=True)
    ]
    return GAP.join(cells).rstrip()


def _word(cell: object) -> str:
    return "" if cell is None else printable(str(cell))


def _is_number(cell: object) -> bool:
    return cell is None or bool(_NUMBER.fullmatch(str(cell)))
