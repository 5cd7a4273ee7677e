"""What the files of an archive hold: no ids of a database, no logs, nothing of people but names.

Entries are named by their numbers in the season, fixtures by division and number.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tournaments.ranking import Rating

FORMAT = 1
SEASON, RECORDS, SUMS, README = "season.json", "records.jsonl", "SHA256SUMS", "README.txt"
LISTS = ("entries.jsonl", "events.jsonl", "rounds.jsonl", "fixtures.jsonl", "table.jsonl")
NAMES = (README, SEASON, *LISTS, RECORDS)
"""All files but the list of checksums, in their order."""


class Division(Struct, frozen=True, forbid_unknown_fields=True):
    """A tier, 1 is the highest; `stage` is the last that it began."""

    tier: int
    name: str
    stage: int


class Season(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`season.json`: what was frozen when it started, and what all its seeds follow from."""

    format: int = FORMAT
    league: str
    number: int
    title: str
    game: str
    seats: int
    deals: int
    rules: dict[str, Any]
    clocks: dict[str, float]
    beta: float
    tau: float
    draw_probability: float
    widening: float
    carry_sigma: float
    stages: list[dict[str, Any]]
    promote: int
    relegate: int
    secret: str
    commitment: str
    divisions: list[Division]


class Qualified(Struct, frozen=True, forbid_unknown_fields=True):
    """The rating by which an entry was seeded in a stage."""

    stage: int
    mu: float
    sigma: float


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`entries.jsonl`: a bot in a division; `version` and `digest` are those of its last upload there."""

    number: int
    division: int
    bot: str
    owner: str | None
    house: bool
    state: str
    stage: int
    version: int
    digest: str
    start: Rating
    end: Rating
    qualified: list[Qualified]


class Event(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`events.jsonl`: what befell an entry or a fixture, and after which round of its division."""

    number: int
    kind: str
    after_round: int
    division: int
    entry: int | None
    fixture: str | None
    version: int | None


class Round(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`rounds.jsonl`, by division and number: times are UTC, ISO 8601."""

    division: int
    number: int
    stage: int
    drawn_at: str
    settled_at: str


class Placing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a fixture was worth to an entry; no figures: it was not played, or does not count."""

    entry: int
    fixture_points: float | None
    rank: int | None
    before: Rating | None
    after: Rating | None


class Fixture(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`fixtures.jsonl`, by round: a deal for a table; `breaks` and `replaces` are numbers of the same round.

    One that is void after all keeps its ranks, for pairings that followed them stand; it is not rated.
    """

    division: int
    round: int
    number: str
    state: str
    kin: bool
    breaks: str | None
    replaces: str | None
    placings: list[Placing]

    @property
    def recorded(self) -> bool:
        """Whether it was played, so that its records are there."""
        return self.state == "finished" or any(one.rank is not None for one in self.placings)

    @property
    def name(self) -> str:
        """Its number with that of its division, for people."""
        return f"{self.division}/{self.number}"

    @property
    def round_of(self) -> tuple[int, int]:
        """What names its round."""
        return self.division, self.round


class Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`table.jsonl`: an entry's place in the final table; none for who was disqualified."""

    division: int
    rank: int | None
    entry: int
    bot: str
    score: float
    medal: str
    moves: str
