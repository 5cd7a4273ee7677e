"""A whole season of house bots on real workers, from its draft to its archive: `manage.py play_season`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bots.house import HouseBot, quick
from caravan import once
from caravan.installation import UnableError
from referee.games import GAMES
from tournaments import stages
from tournaments.models import Archive, Fixture, League, Season, Version
from tournaments.services import entries, house, seasons, trials

PATIENCE = 300
"""Seconds without a fixture, a round or a state that is new: then something is amiss."""
ENDED = (Fixture.State.FINISHED, Fixture.State.VOID)

Wait = Callable[[Callable[[], bool], float], bool]
"""Until a condition holds (True) or so many seconds are over or somebody ends it (False)."""


@dataclass(frozen=True, slots=True)
class Seen:
    """How far a season is."""

    state: str
    rounds: int
    fixtures: int
    over: bool
    """Whether it is closed and its archive written: nothing more is to come."""


def league(name: str) -> League:
    """The league of that slug, or one for the game of that name at its smallest table; else UnableError."""
    if found := League.objects.filter(slug=name).first():
        return found
    if name not in GAMES:
        slugs = ", ".join(League.objects.values_list("slug", flat=True)) or "none"
        raise UnableError(f"There is no league {name} (only {slugs}) and no such game ({', '.join(GAMES)}).")
    slug, title = f"house-{name.replace('_', '-')}", f"The house's {GAMES[name].title}"
    made, _ = League.objects.get_or_create(
        slug=slug, defaults={"title": title, "game": name, "seats": GAMES[name].tables[0]}
    )
    return made


def draft(league: League, *, bots: int, rounds: int, gap: int) -> Season:
    """A season of a ladder of so many rounds for so many house bots, started."""
    ladder = [{"format": "ladder", "rounds": rounds}]
    season = seasons.create(league=league, stages=ladder, round_gap=gap)
    competing = competitors(league, bots)
    seasons.open_registration(season=season)
    for version in competing:
        entries.join(season=season, bot=version.bot)
    season.refresh_from_db()
    seasons.start(season=season)
    season.refresh_from_db()
    return season


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
    """How many fixtures its rounds will have."""
    rounds = stages.read(season.stages)[0].rounds or 0
    competing = season.divisions.get().entries.filter(house=False).count()
    return rounds * -(-competing // season.seats)


def look(season: Season) -> Seen:
    """How far it is now."""
    season.refresh_from_db()
    ended = Fixture.objects.filter(round__division__season=season, state__in=ENDED, replacement=None)
    unwritten = Archive.objects.filter(season=season, digest="").exists()
    over = season.state == Season.State.CLOSED and not unwritten
    return Seen(season.state, season.divisions.get().settled, ended.count(), over)


def moved(season: Season, since: Seen) -> bool:
    """Whether it is further than it was."""
    return look(season) != since


def watch(season: Season, wait: Wait, show: Callable[[Seen], None]) -> None:
    """Returns when it is closed and archived; UnableError where nothing moves any more, or it was ended."""
    seen = look(season)
    while not seen.over:
        show(seen)
        if not wait(partial(moved, season, seen), PATIENCE):
            raise UnableError(f"{season} was left while it was {season.get_state_display()}. {once.queue()}")
        seen = look(season)
    show(seen)
