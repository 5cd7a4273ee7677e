"""A whole season of house bots on real workers, from its draft to its archive: `manage.py play_season`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import Sum

from bots.house import HouseBot, quick
from caravan.environment import DATA
from caravan.season_shape import Shape
from caravan.up import once
from caravan.up.installation import UnableError
from referee.games import GAMES
from tournaments import refusals, stages
from tournaments.errors import SettingsError
from tournaments.models import Action, Archive, Entry, Fixture, League, Season, Version
from tournaments.pairing import Candidate, Stage
from tournaments.ranking import Rating
from tournaments.services import entries, house, seasons, trials

PATIENCE = 300
"""Seconds without a fixture, a round or a state that is new: then something is amiss."""
NOT_BEGUN = (Season.State.DRAFT, Season.State.REGISTRATION)
ENDED = (Fixture.State.FINISHED, Fixture.State.VOID)

Wait = Callable[[Callable[[], bool], float], bool]
"""Until a condition holds (True) or so many seconds are over (False)."""


@dataclass(frozen=True, slots=True)
class Seen:
    """How far a season is."""

    state: str
    rounds: int
    """That are settled, of all divisions."""
    fixtures: int
    over: bool
    """Whether it is closed and its archive written: nothing more is to come."""


def league(name: str) -> League:
    """The league of that slug, or one for the game of that name at its smallest table; else UnableError."""
    if found := League.objects.filter(slug=name).first():
        return found
    if name not in GAMES:
        slugs = ", ".join(League.objects.values_list("slug", flat=True))
        known = f"only {slugs}" if slugs else "there are none yet"
        raise UnableError(f"There is no league {name} ({known}) and no such game ({', '.join(GAMES)}).")
    slug, title = f"house-{name.replace('_', '-')}", f"The house's {GAMES[name].title}"
    made, _ = League.objects.get_or_create(
        slug=slug, defaults={"title": title, "game": name, "seats": GAMES[name].tables[0]}
    )
    return made


def check(league: League, shape: Shape) -> None:
    """SettingsError says why the league cannot have a season of that shape."""
    moves = refusals.of_moves(shape.move, shape.move, list(shape.sizes))
    if refused := refusals.by_field([*refusals.of_stages(shape.stages, league.seats), *moves]):
        raise SettingsError(refused)


def begin(league: League, shape: Shape, *, gap: int) -> Season:
    """A season of that shape for house bots, started, or not there at all where something comes between.

    At least `gap` seconds lie between two draws.
    """
    competing = competitors(league, sum(shape.sizes))
    season = seasons.create(
        league=league,
        stages=shape.stages,
        sizes=shape.sizes,
        promote=shape.move,
        relegate=shape.move,
        round_gap=gap,
    )
    try:
        start(season, competing)
    except BaseException:  # a signal's too
        Season.objects.filter(pk=season.pk, state__in=NOT_BEGUN).delete()
        raise
    return season


def start(season: Season, competing: Iterable[Version]) -> None:
    """From its draft on; by many transactions, so that others get their turn to write."""
    seasons.open_registration(season=season)
    for version in competing:
        entries.join(season=season, bot=version.bot)
    season.refresh_from_db()
    seasons.start(season=season)
    season.refresh_from_db()


def competitors(league: League, bots: int) -> list[Version]:
    """So many house bots, with enough left to fill empty chairs; shipped under more names if need be."""
    number, wanted = 1, bots + league.seats - 1
    while len(shipped := trials.house_versions(league.game)) < wanted:
        for bot in quick(league.game):
            ship(bot, number)
        number += 1
    return sorted(shipped, key=lambda version: version.bot_id)[:bots]


def ship(bot: HouseBot, number: int) -> None:
    """A house bot, numbered from the second on."""
    name = bot.name if number == 1 else f"{bot.name}-{number}"
    house.ship(name=name, folder=bot.folder, games=[bot.game])


def planned(season: Season) -> int:
    """How many rounds its divisions will have, but for those of a double elimination, which nobody knows."""
    plan = stages.read(season.stages)
    competing = Entry.objects.filter(division__season=season, house=False).values_list("division", flat=True)
    return sum(length(plan, entries, season.seats) for entries in Counter(competing).values())


def length(plan: Sequence[stages.Stage], entries: int, seats: int) -> int:
    """How many rounds a division of so many has in all stages."""
    rounds = 0
    for stage in plan:
        field = [Candidate(number, Rating()) for number in range(entries + seats - 1)]
        rounds += stages.format_of(stage).length(Stage(seats, field[:entries], field[entries:])) or 0
        entries = min(entries, stage.advance or entries)
    return rounds


def look(season: Season) -> Seen:
    """How far it is now."""
    season.refresh_from_db()
    ended = Fixture.objects.filter(round__division__season=season, state__in=ENDED, replacement=None)
    settled = season.divisions.aggregate(rounds=Sum("settled"))["rounds"]
    unwritten = Archive.objects.filter(season=season, digest="").exists()
    over = season.state == Season.State.CLOSED and not unwritten
    return Seen(season.state, settled, ended.count(), over)


def moved(season: Season, since: Seen) -> bool:
    """Whether it is further than it was."""
    return look(season) != since


def stuck(season: Season) -> str:
    """What is known of a season that does not move, in a few sentences."""
    why = Action.objects.filter(season=season, by=None, verb__startswith="cannot ").first()
    told = f" It {why.verb}: {why.reason.rstrip('.')}." if why else ""
    state = season.get_state_display()
    return f"{season}, {state}, has not moved for {PATIENCE} s.{told} {once.queue()} See {DATA / 'log'}."


def watch(season: Season, wait: Wait, show: Callable[[Seen], None]) -> None:
    """Returns when it is closed and archived; UnableError where nothing moves any more."""
    seen = look(season)
    while not seen.over:
        show(seen)
        if not wait(partial(moved, season, seen), PATIENCE):
            raise UnableError(stuck(season))
        seen = look(season)
    show(seen)
