"""From rows of the database to documents that prove themselves: a fixture, and all of a closed season."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from django.db.models import Prefetch

from referee import fairness
from referee.duplicate import seating
from referee.fixture import Competitor, FixtureRecord, Match, Secret
from referee.record import Record
from tournaments import models
from tournaments.archive import layout
from tournaments.archive.writing import Part, document, lines
from tournaments.ranking import Rating

CLOSED = models.Season.State.CLOSED
AT_ONCE = 50
"""So many rows of a long list are in memory."""


def fixture_record(fixture: models.Fixture) -> FixtureRecord:
    """A fixture that is open, with all its records, and what proves its seeds once its season is closed."""
    seats, order_seed = fixture.seats, fairness.order_seed(fixture.secret, fixture.number)
    matches = list(fixture.matches.order_by("deal", "rotation"))
    records = [Record.loads(match.record) for match in matches]
    played_in = (fixture.repeats or fixture).round
    placings = fixture.placings.select_related("version__bot").order_by("number")
    return FixtureRecord(
        number=fixture.number,
        game=fixture.game,
        rules=records[0].rules,
        seats=seats,
        order_seed=order_seed,
        deals=[match.seed for match in matches if match.rotation == 0],
        competitors=[
            Competitor(str(one.version), one.version.digest, one.fixture_points, one.rank) for one in placings
        ],
        matches=[
            Match(match.deal, match.rotation, seating(order_seed, seats, match.deal, match.rotation), record)
            for match, record in zip(matches, records, strict=True)
        ],
        season=_secret(played_in.division) if played_in else None,
    )


def _secret(division: models.Division) -> Secret | None:
    season = division.season
    return Secret(season.secret, season.commitment, division.tier) if season.state == CLOSED else None


def archive(season: models.Season) -> Iterator[Part]:
    """The parts of a closed season's archive; what there is of every fixture is read as it is written."""
    yield layout.SEASON, document(_season(season))
    yield "entries.jsonl", lines(map(_entry, _entries(season)))
    yield "events.jsonl", lines(_events(season))
    yield "rounds.jsonl", lines(_rounds(season))
    yield "fixtures.jsonl", lines(map(_fixture, _fixtures(season)))
    yield "table.jsonl", lines(_table(season))
    yield layout.RECORDS, _records(season)


def _season(season: models.Season) -> layout.Season:
    copied = {
        name: getattr(season, name)
        for name in layout.Season.__struct_fields__
        if name not in ("format", "league", "divisions")
    }
    divisions = [layout.Division(one.tier, one.name, one.stage) for one in season.divisions.order_by("tier")]
    return layout.Season(league=season.league.title, divisions=divisions, **copied)


def _entries(season: models.Season) -> Iterator[models.Entry]:
    entries = models.Entry.objects.filter(division__season=season).order_by("number")
    yield from entries.select_related("division", "bot__owner", "version").prefetch_related("qualifiers")


def _entry(entry: models.Entry) -> layout.Entry:
    owner = entry.bot.owner
    return layout.Entry(
        number=entry.number,
        division=entry.division.tier,
        bot=entry.bot.name,
        owner=owner.username if owner else None,
        house=entry.house,
        state=entry.state,
        stage=entry.stage,
        version=entry.version.number,
        digest=entry.version.digest,
        start=Rating(entry.start_mu, entry.start_sigma),
        end=entry.rating,
        qualified=[layout.Qualified(one.stage, one.mu, one.sigma) for one in entry.qualifiers.all()],
    )


def _events(season: models.Season) -> Iterator[layout.Event]:
    related = ("entry__division", "fixture__round__division", "version")
    for event in season.events.select_related(*related).order_by("number"):
        fixture = event.fixture
        of_fixture = fixture.round.division if fixture and fixture.round else None
        division = event.entry.division if event.entry else of_fixture
        if division is not None:
            yield layout.Event(
                number=event.number,
                kind=event.kind,
                after_round=event.after_round,
                division=division.tier,
                entry=event.entry.number if event.entry else None,
                fixture=fixture.number if fixture else None,
                version=event.version.number if event.version else None,
            )


def _rounds(season: models.Season) -> Iterator[layout.Round]:
    rounds = models.Round.objects.filter(division__season=season).select_related("division")
    for round in rounds.order_by("division__tier", "number").iterator(AT_ONCE):
        yield layout.Round(
            division=round.division.tier,
            number=round.number,
            stage=round.stage,
            drawn_at=_time(round.drawn_at),
            settled_at=_time(round.settled_at),
        )


def _time(at: datetime | None) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds") if at else ""


def _records(season: models.Season) -> Iterator[bytes]:
    for fixture in _fixtures(season):
        if _fixture(fixture).recorded:
            yield fixture_record(fixture).dumps().encode() + b"\n"


def _fixtures(season: models.Season) -> Iterator[models.Fixture]:
    """In the order of their tables, which that of their rows is not for deals that came later."""
    placings = models.Placing.objects.select_related("entry").order_by("number")
    return (
        models.Fixture.objects.filter(round__division__season=season)
        .select_related("round__division__season", "breaks", "replaces")
        .prefetch_related(Prefetch("placings", placings))
        .order_by("round__division__tier", "round__number", "pk")
        .iterator(AT_ONCE)
    )


def _fixture(fixture: models.Fixture) -> layout.Fixture:
    round = fixture.round
    assert round is not None  # noqa: S101 - for the type checker
    return layout.Fixture(
        division=round.division.tier,
        round=round.number,
        number=fixture.number,
        state=fixture.state,
        kin=fixture.kin,
        breaks=fixture.breaks.number if fixture.breaks else None,
        replaces=fixture.replaces.number if fixture.replaces else None,
        placings=[_placing(one) for one in fixture.placings.all() if one.entry],
    )


def _placing(placing: models.Placing) -> layout.Placing:
    assert placing.entry is not None  # noqa: S101 - for the type checker
    return layout.Placing(
        entry=placing.entry.number,
        fixture_points=placing.fixture_points,
        rank=placing.rank,
        before=_rating(placing.mu_before, placing.sigma_before),
        after=_rating(placing.mu_after, placing.sigma_after),
    )


def _rating(mu: float | None, sigma: float | None) -> Rating | None:
    return None if mu is None or sigma is None else Rating(mu, sigma)


def _table(season: models.Season) -> Iterator[layout.Row]:
    for entry in _entries(season):
        if not entry.house:
            yield layout.Row(
                division=entry.division.tier,
                rank=entry.final_rank,
                entry=entry.number,
                bot=entry.bot.name,
                score=entry.score,
                medal=entry.medal,
                moves=entry.moves,
            )
