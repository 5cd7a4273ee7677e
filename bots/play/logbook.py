"""What a bot's owner may read about a match: its moves, its times, what it printed and how it fell."""

import base64
import re
import zlib
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from bots.quoting import printable, shown

TAIL = 4 << 10
"""Bytes kept of what no longer has room, so that a traceback is never lost."""
_TRACEBACK = "Traceback (most recent call last):"
_FATAL = re.compile(r"^(?:FATAL ERROR|fatal error|panic): .*", re.MULTILINE)
"""What node and Go say before they print where they were."""


class Line(Struct, omit_defaults=True):
    """One question and what came of it; number 0 is before the first."""

    number: int
    ms: float = 0.0
    """CPU from here to the next question, on turn and off, so that all lines add up to the match."""
    idle_ms: float = 0.0
    """Idle time until it answered."""
    bank: float = 0.0
    """Seconds of CPU left when it was asked."""
    idle: float = 0.0
    """Seconds of idle time left when it was asked."""
    answer: str = ""
    tag: str = ""
    prints: str = ""
    """What came after the answer before, up to this one."""
    traceback: str = ""
    fault: str = ""


class Logbook:
    """The log of one bot in one match; beyond `room` bytes, prints are counted and dropped, tags dropped."""

    def __init__(self, room: int) -> None:
        self.lines = [Line(0)]
        self._room = room
        self._prints = b""
        self._tail = b""
        self._dropped = 0

    def hear(self, chunk: bytes) -> None:
        """Takes what the bot has just printed."""
        kept, rest = chunk[: self._room], chunk[self._room :]
        self._room -= len(kept)
        self._prints += kept
        self._dropped += len(rest)
        self._tail = (self._tail + rest)[-TAIL:]

    def question(self, number: int) -> Line:
        """Opens the line of a question."""
        self._file()
        self._find_room(self.lines[-1])
        self.lines.append(Line(number))
        return self.lines[-1]

    def fell(self) -> str:
        """The bot has ended: files its traceback, gives its last words."""
        self._file()
        line = self.lines[-1]
        said = line.prints + _text(self._tail)
        prints, mark, traceback = said.rpartition(_TRACEBACK)
        line.prints, line.traceback = (prints, mark + traceback) if mark else (said, "")
        return _last_words(said)

    def encoded(self) -> str:
        """Base64 of the deflated JSON lines."""
        self._file()
        if self._dropped:
            self.lines[-1].prints += f"\n[{self._dropped} bytes more than fit were printed]"
            self._dropped = 0
        lines = b"\n".join(map(_encoder.encode, self.lines))
        return base64.b64encode(zlib.compress(lines)).decode()

    def _find_room(self, line: Line) -> None:
        """Takes its tag out of the room, or off the line: there are matches of thousands of questions."""
        size = len(line.tag.encode())
        if size > self._room:
            line.tag = ""
        else:
            self._room -= size

    def _file(self) -> None:
        if self._prints:
            self.lines[-1].prints += _text(self._prints)
            self._prints = b""


def decoded(log: str) -> list[Line]:
    """The lines of an encoded log."""
    return [_decoder.decode(line) for line in zlib.decompress(base64.b64decode(log)).splitlines()]


def readable(lines: Sequence[Line]) -> str:
    """A log as text: a line a question, what was printed indented below it, harmless to show."""
    return "".join(part for line in lines for part in _parts(line))


def _parts(line: Line) -> list[str]:
    head = _head(line) if line.number else "at the start\n"
    said = [text for text in (line.prints, line.traceback) if text]
    below = [f"    {printable(row.expandtabs())}\n" for text in said for row in text.splitlines()]
    blame = [f"    FAULT: {line.fault}\n"] if line.fault else []
    return [head, *below, *blame] if line.number or below or blame else []


def _head(line: Line) -> str:
    answer = (shown(line.answer) or "-") + (f" ({line.tag})" if line.tag else "")
    cpu = f"{line.ms:.1f} ms CPU of {line.bank * 1000:.0f}"
    return f"{line.number}. {answer}  [{cpu}, {line.idle_ms:.1f} ms idle of {line.idle * 1000:.0f}]\n"


def _last_words(said: str) -> str:
    """The line that names a fatal error, else the last with a word in it: groups end in a frame of dashes."""
    if fatal := _FATAL.findall(said):
        return shown(fatal[-1], 200)
    lines = (line.strip(" |") for line in reversed(said.splitlines()) if re.search(r"\w", line))
    return shown(next(lines, ""), 200)


def _text(said: bytes) -> str:
    return said.decode(errors="replace").replace("\0", "\ufffd")


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Line)
