"""The table of a division, and what was won in those of closed seasons."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Division, Entry, Season, User


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of a division's table; a disqualified entry has no rank."""

    rank: int | None
    entry: Entry


def standings(division: Division) -> list[Standing]:
    """Best score first; equal scores share a rank; who is disqualified comes last, without a rank.

    In a closed season it is the final table, in which the house has no rank.
    """
    closed = division.season.state == Season.State.CLOSED
    entries = division.entries.select_related("bot__owner", "version")
    rows = sorted(entries, key=_in_final_table if closed else _in_table)
    scores = [entry.score for entry in rows if not _is_out(entry)]
    return [Standing(_rank(entry, scores, closed), entry) for entry in rows]


def _in_table(entry: Entry) -> tuple[bool, float, int]:
    return _is_out(entry), -entry.score, entry.number


def _in_final_table(entry: Entry) -> tuple[bool, bool, int, float]:
    return _is_out(entry), entry.final_rank is None, entry.final_rank or 0, -entry.score


def _rank(entry: Entry, scores: list[float], closed: bool) -> int | None:
    if closed or _is_out(entry):
        return entry.final_rank
    return 1 + sum(score > entry.score for score in scores)


def _is_out(entry: Entry) -> bool:
    return entry.state == Entry.State.DISQUALIFIED


def medals(user: User) -> QuerySet[Entry]:
    """The entries of a user's bots that won a medal, newest first; rehearsals have none to give."""
    won = Entry.objects.filter(bot__owner=user, division__season__dry=False).exclude(medal="")
    return won.select_related("bot", "division__season__league").order_by("-pk")
