"""What the files of an archive hold: no ids of a database, no logs, nothing of people but names.

Entries are named by their numbers in the season, fixtures by division and number.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tournaments.ranking import Rating

FORMAT = 1
SEASON, SUMS, README = "season.json", "SHA256SUMS", "README.txt"


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
    """`rounds.jsonl`: times are UTC, ISO 8601."""

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
    """`fixtures.jsonl`: a deal for a table; `breaks` and `replaces` are numbers of fixtures of its division.

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
    def path(self) -> str:
        """The file with its records."""
        return f"fixtures/{self.division}/{self.number}.json"


class Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`table.jsonl`: an entry's place in the final table; none for who was disqualified."""

    division: int
    rank: int | None
    entry: int
    bot: str
    score: float
    medal: str
    moves: str


LISTS: dict[str, type[Struct]] = {
    "entries.jsonl": Entry,
    "events.jsonl": Event,
    "rounds.jsonl": Round,
    "fixtures.jsonl": Fixture,
    "table.jsonl": Row,
}
