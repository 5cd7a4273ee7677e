"""A Caravan that has been used for years, made up: five leagues, most of their seasons closed, one running.

Rows are written in bulk, with the spread that real ones have: from a few bots that meet for ever to many that
hardly do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from random import Random

from django.utils import timezone

from benchmarks import bulk, played
from benchmarks.ours import at_random
from benchmarks.played import Chair, Drawn, Fixtures
from referee.games import GAMES
from referee.match import play_match
from tournaments.models import Activation, Bot, Division, Entry, Fixture, League, Round, Season, User, Version

FULL = 100_000
"""From so many matches on the leagues have all their entries; below in proportion."""
BOTS, VERSIONS = 1_200, 3
SEASONS, LASTS = 4, timedelta(days=90)
HOUSE = ("random", "sensible", "steady")


@dataclass(frozen=True, slots=True)
class Shape:
    """A league: its tables, how many compete in each division, and its part of all matches."""

    game: str
    seats: int
    deals: int
    entries: int
    divisions: int
    share: float


SHAPES = (
    Shape("donkey", 3, 2, 12, 1, 0.2),
    Shape("tuareg", 2, 4, 31, 1, 0.15),
    Shape("pis_yedili", 4, 1, 101, 1, 0.2),
    Shape("scandaroon", 3, 2, 120, 2, 0.2),
    Shape("chicane", 2, 2, 500, 1, 0.25),
)


def load(matches: int, seed: int = 1) -> None:
    """Fills an empty database with about so many matches and all that belongs to them."""
    dice, part = Random(seed), min(1.0, matches / FULL)
    versions = people(max(30, round(BOTS * part)))
    trials(versions, dice)
    active = versions[VERSIONS - 1 :: VERSIONS]
    for shape in SHAPES:
        entries = max(2 * shape.seats, round(shape.entries * part))
        fixtures = matches * shape.share / shape.seats / shape.deals / SEASONS / shape.divisions
        rounds = max(3, round(fixtures / ceil(entries / shape.seats)))
        league(shape, entries, rounds, active, dice)
    bulk.count(*played.TABLES)


def people(count: int) -> list[Version]:
    """The versions of the house's bots and of so many of half as many people's, the last of each active."""
    owners = User.objects.bulk_create(
        User(username=f"user-{k}", email=f"user-{k}@example.org") for k in range(ceil(count / 2))
    )
    theirs = [Bot(name=f"bot-{k}", owner=owners[k // 2]) for k in range(count)]
    bots = Bot.objects.bulk_create([*(Bot(name=name) for name in HOUSE), *theirs])
    versions = Version.objects.bulk_create(
        Version(
            bot=bot,
            number=number,
            digest=f"{bot.pk:056}{number:08}",
            language="python",
            entry="bot.py",
            games=list(GAMES),
            state=Version.State.ACTIVE,
        )
        for bot in bots
        for number in range(1, VERSIONS + 1)
    )
    Activation.objects.bulk_create(
        Activation(bot=one.bot, version=one, game=game)
        for one in versions[VERSIONS - 1 :: VERSIONS]
        for game in GAMES
    )
    return versions


def trials(versions: Sequence[Version], dice: Random) -> None:
    """One that each of them passed, against the house."""
    record = play_match(GAMES["pis_yedili"], [at_random] * 2, "1")
    fixtures, at = Fixtures(record, 1, dice, Fixture.Kind.TRIAL), timezone.now() - SEASONS * LASTS
    for one in versions:
        fixtures.add(Drawn(f"trial.{one.pk}.1", [(None, one), (None, versions[VERSIONS - 1])], at, trial=one))
    fixtures.write()


def league(shape: Shape, entries: int, rounds: int, versions: Sequence[Version], dice: Random) -> None:
    """A league with all its seasons."""
    made = League.objects.create(
        slug=shape.game.replace("_", "-"),
        title=GAMES[shape.game].title,
        game=shape.game,
        seats=shape.seats,
        deals=shape.deals,
    )
    fixtures = Fixtures(play_match(GAMES[shape.game], [at_random] * shape.seats, "1"), shape.deals, dice)
    for number in range(1, SEASONS + 1):
        running = number == SEASONS
        season = Season.objects.create(
            league=made,
            number=number,
            title=f"Season {number}",
            seats=shape.seats,
            deals=shape.deals,
            state=Season.State.RUNNING if running else Season.State.CLOSED,
            secret="5eed" * 16,
            opens=timezone.now() - (SEASONS - number + 1) * LASTS,
        )
        others = dice.sample(
            versions[len(HOUSE) :], min(len(versions) - len(HOUSE), entries * shape.divisions)
        )
        for tier in range(1, shape.divisions + 1):
            settled = rounds - 2 if running else rounds
            division = Division.objects.create(
                season=season, tier=tier, name=f"Division {tier}", drawn=rounds, settled=settled
            )
            house = versions[: shape.seats - 1]
            play(division, enter(division, house, others[tier - 1 :: shape.divisions]), fixtures, dice)


def enter(division: Division, house: Sequence[Version], others: Sequence[Version]) -> list[Entry]:
    """The entries of a division, the house's first."""
    first = 1000 * division.tier
    return Entry.objects.bulk_create(
        Entry(division=division, bot=one.bot, version=one, number=number, house=number < first + len(house))
        for number, one in enumerate([*house, *others], first)
    )


def play(division: Division, entries: Sequence[Entry], fixtures: Fixtures, dice: Random) -> None:
    """All the rounds of a division; the last two of one that is running are open."""
    season = division.season
    assert season.opens
    step = LASTS / division.drawn
    for round in Round.objects.bulk_create(
        Round(
            division=division,
            number=number,
            state=Round.State.SETTLED if number <= division.settled else Round.State.DRAWN,
            drawn_at=season.opens + number * step,
            settled_at=season.opens + (number + 1) * step if number <= division.settled else None,
            disagreement=1e-12 if number <= division.settled else None,
        )
        for number in range(1, division.drawn + 1)
    ):
        for table, chairs in enumerate(seated(entries, season.seats, dice), 1):
            number = f"1.{round.number}.{table}.1"
            fixtures.add(Drawn(number, chairs, round.drawn_at, state(division, round, table), round))
    fixtures.write()
    for entry in entries:
        entry.mu, entry.sigma = fixtures.ratings[entry.pk]
        entry.fixtures, entry.faults = fixtures.fixtures[entry.pk], fixtures.faults[entry.pk]
        entry.ranks = fixtures.ranks[entry.pk]
    Entry.objects.bulk_update(entries, ("mu", "sigma", "fixtures", "ranks", "faults"), batch_size=500)


def seated(entries: Sequence[Entry], seats: int, dice: Random) -> Iterator[list[Chair]]:
    """Everybody at tables of so many, the house on empty chairs."""
    house, others = entries[: seats - 1], list(entries[seats - 1 :])
    dice.shuffle(others)
    others += house[: -len(others) % seats]
    for first in range(0, len(others), seats):
        yield [(one, one.version) for one in others[first : first + seats]]


def state(division: Division, round: Round, table: int) -> str:
    """Of the two open rounds, one table of the older is still being played, and the newer waits."""
    if round.number <= division.settled or (round.number == division.settled + 1 and table > 1):
        return Fixture.State.FINISHED
    return Fixture.State.PLAYING if round.number == division.settled + 1 else Fixture.State.WAITING
