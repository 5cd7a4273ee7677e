"""A finished fixture as a document: the records of its matches, and what proves the deals and the result."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from json import dumps
from typing import Any, Self

from referee import fairness
from referee.duplicate import Result, fixture_points, seating
from referee.errors import RecordError, RecordFalse, RecordShapeError
from referee.reading import Reader, shown
from referee.record import Record, verify

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Competitor:
    """Who played: a bot's version, the digest of its upload, and what the fixture gave it.

    It has neither points nor a rank where its results do not count any more.
    """

    name: str
    digest: str
    fixture_points: float | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class Match:
    """One deal in one rotation: by seat, which competitor sat there, and the record."""

    deal: int
    rotation: int
    seating: list[int]
    record: Record


@dataclass(frozen=True, slots=True)
class Secret:
    """What all seeds of a season follow from, for a division of it; shown when the season is closed."""

    secret: str
    commitment: str
    """Published before the season."""
    division: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureRecord:
    """A fixture. Points and ranks follow from the records, the seeds from the secret once that is shown."""

    format: int = FORMAT
    number: str
    game: str
    rules: dict[str, int | bool | str | None]
    """All of them, as in the records."""
    seats: int
    order_seed: str
    """From it follows who sat where."""
    deals: list[str]
    """Their seeds."""
    competitors: list[Competitor]
    matches: list[Match]
    season: Secret | None = None

    def to_json(self) -> dict[str, Any]:
        """The fixture as JSON objects."""
        matches = [{**_shallow(match), "record": match.record.to_json()} for match in self.matches]
        competitors = [asdict(one) for one in self.competitors]
        season = asdict(self.season) if self.season else None
        return {**_shallow(self), "competitors": competitors, "matches": matches, "season": season}

    def dumps(self) -> str:
        """The fixture as one line of JSON."""
        return dumps(self.to_json(), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The fixture that JSON objects stand for; RecordShapeError names the place where they do not."""
        if type(data) is dict and data.get("format", FORMAT) != FORMAT:
            raise RecordShapeError("format", f"{shown(data['format'])} is not {FORMAT}, which is known here")
        fixture: Self = Reader(RecordShapeError).read(cls, data, "")
        return fixture


def _shallow(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


def verify_fixture(fixture: FixtureRecord) -> None:
    """Prove seeds, seats, every match, fixture points and ranks; RecordFalse names what does not hold."""
    if len(fixture.competitors) != fixture.seats:
        raise RecordFalse("competitors", f"are {len(fixture.competitors)} at a table for {fixture.seats}")
    if not fixture.deals:
        raise RecordFalse("deals", "are missing")
    if fixture.season:
        _check_seeds(fixture, fixture.season)
    _check_matches(fixture)
    _check_ranking(fixture)


def _check_seeds(fixture: FixtureRecord, season: Secret) -> None:
    if fairness.commitment(season.secret) != season.commitment:
        raise RecordFalse("season.secret", "is not the one that was committed to")
    secret = fairness.division_secret(season.secret, season.division)
    if fixture.order_seed != fairness.order_seed(secret, fixture.number):
        raise RecordFalse("order_seed", "does not follow from the season's secret")
    for deal, seed in enumerate(fixture.deals):
        if seed != fairness.deal_seed(secret, fixture.number, deal):
            raise RecordFalse(f"deals[{deal}]", "does not follow from the season's secret")


def _check_matches(fixture: FixtureRecord) -> None:
    wanted = [(deal, rotation) for deal in range(len(fixture.deals)) for rotation in range(fixture.seats)]
    if [(match.deal, match.rotation) for match in fixture.matches] != wanted:
        raise RecordFalse("matches", "are not each deal in each rotation, once and in order")
    for at, match in enumerate(fixture.matches):
        try:
            _check_match(fixture, match)
            verify(match.record)
        except RecordError as error:
            raise type(error)(f"matches[{at}].{error.place}", error.reason) from None


def _check_match(fixture: FixtureRecord, match: Match) -> None:
    record = match.record
    if match.seating != seating(fixture.order_seed, fixture.seats, match.deal, match.rotation):
        raise RecordFalse("seating", "does not follow from the order seed")
    if (record.game, record.seats, record.rules) != (fixture.game, fixture.seats, fixture.rules):
        raise RecordFalse("record", "is of another game, table size or set of rules")
    if record.seed != fixture.deals[match.deal]:
        raise RecordFalse("record.seed", "is not that of the deal")


def results(matches: Sequence[Match]) -> list[Result]:
    """What the matches mean for their competitors."""
    return [
        Result(match.deal, seat, competitor, match.record.points[seat], seat in faulted)
        for match in matches
        for faulted in [{fault.seat for fault in match.record.faults}]
        for seat, competitor in enumerate(match.seating)
    ]


def _check_ranking(fixture: FixtureRecord) -> None:
    counted = [at for at, one in enumerate(fixture.competitors) if one.rank is not None]
    points = fixture_points([one for one in results(fixture.matches) if one.competitor in counted])
    for at, one in enumerate(fixture.competitors):
        ours = points[at] if at in counted else None
        rank = 1 + sum(points[other] > points[at] for other in counted) if at in counted else None
        for name, is_, should in (("fixture_points", one.fixture_points, ours), ("rank", one.rank, rank)):
            if is_ != should:
                raise RecordFalse(f"competitors[{at}].{name}", f"is {should} by the records, not {is_}")
