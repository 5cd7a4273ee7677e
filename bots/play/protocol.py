"""The wire: one JSON line each way, the same for a bot in any language.

    to the bot                                                from the bot
    {"type":"hello","protocol":1,"game":"pis_yedili",…}       {"ready":true}
    {"type":"start","match":0,"seat":1,"dice_seed":"…"}
    {"type":"ask","number":1,"view":{…},"legal":["draw"],…}   {"move":"draw"} or {"move":"draw","tag":"bluff"}
    {"type":"over","points":[-12,-80],"ranks":[1,2]}

Nothing else, and nothing unasked. What a bot sends is decoded strictly; whatever is wrong with it is its own
fault.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from bots.play.clock import Clocks
from bots.play.faults import Blame, fault
from bots.quoting import shown

PROTOCOL = 1
_TAG = re.compile(r"[\w.+-]{0,24}")


def is_tag(word: str) -> bool:
    """Whether a bot may put this beside a move: one short word, or nothing."""
    return _TAG.fullmatch(word) is not None


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first line, once for a process."""

    game: str
    seats: int
    rules: Mapping[str, Any]
    clocks: Clocks
    protocol: int = PROTOCOL


class Start(Struct, frozen=True, tag_field="type", tag="start"):
    """A match begins; `dice_seed` is for the bot's own dice and has nothing to do with the cards."""

    match: int
    seat: int
    dice_seed: str


class Left(Struct, frozen=True):
    """What is left of the banks, in seconds."""

    bank: float
    idle: float


class Ask(Struct, frozen=True, tag_field="type", tag="ask"):
    """The one question: which of `legal`? `news` is what happened since the last one."""

    number: int
    view: Mapping[str, Any]
    legal: Sequence[str]
    news: Sequence[Mapping[str, Any]]
    clock: Left


class Over(Struct, frozen=True, tag_field="type", tag="over"):
    """The match has ended."""

    points: Sequence[int]
    ranks: Sequence[int]


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot's move, with a word that it wants to find again beside it."""

    move: str
    tag: str = ""

    def __post_init__(self) -> None:
        """Takes no tag that is more than a short word."""
        if not is_tag(self.tag):
            raise ValueError("a tag is one word: up to 24 letters, digits, `_`, `.`, `+` or `-`")


class _Ready(Struct, frozen=True, forbid_unknown_fields=True):
    ready: bool


_encoder = msgspec.json.Encoder()
_answers = msgspec.json.Decoder(Answer)
_readies = msgspec.json.Decoder(_Ready)


def encode(message: Hello | Start | Ask | Over) -> bytes:
    """One line."""
    return _encoder.encode(message) + b"\n"


def read_answer(line: bytes) -> Answer:
    """A reply to `ask`, or the Fault of whoever sent it."""
    try:
        return _answers.decode(line)
    except (ValueError, RecursionError) as error:  # msgspec's own errors are ValueErrors
        raise _unreadable(line, error) from None


def read_ready(line: bytes) -> None:
    """The reply to `hello`, or the Fault of whoever sent it."""
    try:
        if _readies.decode(line).ready:
            return
    except (ValueError, RecursionError) as error:
        raise _unreadable(line, error) from None
    raise fault(Blame.PROTOCOL, 'expected {"ready":true}')


def _unreadable(line: bytes, error: Exception) -> Exception:
    return fault(Blame.PROTOCOL, f"{shown(str(error), 200)}, in {shown(line)}")
