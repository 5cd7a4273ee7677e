"""Everything that a bot can be blamed for, a sentence each."""

import re
from dataclasses import replace
from enum import StrEnum

from bots.sandbox import Ending, ExitStatus
from referee.match import Fault
from referee.record import Record


class Blame(StrEnum):
    """The codes of faults as records keep them."""

    ILLEGAL = "illegal", "answered a move that is not legal"
    CPU = "cpu", "used up its CPU time for the match"
    CPU_MOVE = "cpu_move", "used more CPU time than one move may take"
    IDLE = "idle", "let its time pass without working"
    STARTUP = "startup", "did not get ready to play"
    OUTPUT = "output", "wrote what it was not asked for"
    PROTOCOL = "protocol", "sent a reply that cannot be read"
    MEMORY = "memory", "ran out of memory"
    FORBIDDEN = "forbidden", "made a system call that the sandbox forbids"
    CRASHED = "crashed", "ended in the middle of a match"
    REPEATED = "repeated", "had too many faults before, so it sits out"

    sentence: str

    def __new__(cls, code: str, sentence: str) -> "Blame":
        member = str.__new__(cls, code)
        member._value_ = code
        member.sentence = sentence
        return member


def fault(blame: Blame, detail: str = "") -> Fault:
    """The fault to raise: the sentence, then what exactly happened."""
    return Fault(blame.value, f"{blame.sentence}: {detail}" if detail else blame.sentence)


def kind(code: str) -> str:
    """What a fault's code means; a code that is no longer known stands for itself."""
    return next((blame.sentence for blame in Blame if blame == code), code)


def reasons(record: Record) -> list[str]:
    """By seat, why it failed; empty where it did not."""
    words = {each.seat: each.reason for each in record.faults}
    return [words.get(seat, "") for seat in range(record.seats)]


def public(record: Record) -> Record:
    """The record with each fault told by its kind: a reason may hold the bot's own words, for its owner."""
    faults = [replace(each, reason=kind(each.code)) for each in record.faults]
    return replace(record, faults=faults)


def ended(status: ExitStatus, last_words: str = "", *, blame: Blame | None = None) -> Fault:
    """The fault of a bot that is gone, with its last words; the blame follows from how it ended."""
    starved = status.ending in (Ending.CRASHED, Ending.ERROR) and _STARVED.search(last_words)
    blame = blame or (Blame.MEMORY if starved else _ENDINGS.get(status.ending, Blame.CRASHED))
    words = Ending.CLOSED.value if status.ending is Ending.STOPPED else status.words
    if blame is Blame.CRASHED:
        return Fault(blame.value, ": ".join(filter(None, (words, last_words))))
    said = "" if blame.sentence == words else f"it {words}"
    return fault(blame, ": ".join(filter(None, (said, last_words))))


_STARVED = re.compile(r"out of memory|bad_alloc|memory allocation of \d+ bytes failed")
"""How programs say it that cannot return an exit code for it: node, Go, C++, Rust."""
_ENDINGS = {Ending.MEMORY: Blame.MEMORY, Ending.FORBIDDEN: Blame.FORBIDDEN, Ending.CPU: Blame.CPU}
