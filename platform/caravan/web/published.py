"""What of a record is for everybody: all of it but the words of a bot that failed."""

from __future__ import annotations

from dataclasses import replace

from bots.faults import Blame
from referee.record import Record


def published(record: Record) -> Record:
    """The record with each fault told by its kind: what the bot itself said is in its log, for its owner."""
    faults = [replace(fault, reason=kind(fault.code)) for fault in record.faults]
    return replace(record, faults=faults)


def kind(code: str) -> str:
    """What a fault's code means; a code that is no longer known stands for itself."""
    known = {blame.value: blame.sentence for blame in Blame}
    return known.get(code, code)
