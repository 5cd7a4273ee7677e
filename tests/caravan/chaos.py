"""A season of deterministic bots: while what runs it is killed, and undisturbed in the test's own process."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
from django.db import Error, connection
from django.db.models import Max
from django.utils import timezone

from bots.play.faults import public, reasons
from bots.play.fixture import Order, Played, PlayedMatch, dice_seed, seating
from referee import fairness
from referee.games import GAMES
from referee.match import Player, play_match
from tests.launched import Launched, eventually
from tests.postgres import Server
from tests.tournaments.playing import finish, open_attempts
from tournaments import demo
from tournaments.models import Archive, Attempt, Fixture, Match, Placing, Season
from tournaments.selectors.standings import standings
from tournaments.services import orders, ratings, scheduler

T = TypeVar("T")
SECRET = "5eed" * 16
BOT = """\
import random, time

def choose(view, legal):
    time.sleep(0.005)
    return {choice}
"""
CHOICES = {"dice": "random.choice(legal)", "first": "legal[0]", "last": "legal[-1]"}
COMPETING = ("dice-1", "first-1", "last-1", "dice-2", "first-2", "last-2", "dice-3")
HOUSE = ("dice-4", "last-3")
"""Who fills the two chairs that seven leave empty at tables of three."""
LEAGUE = """
[league]
slug = "chaos"
title = "Chaos"
game = "pis_yedili"
seats = 3
deals = 1
bots_per_user = 1
rules = { deals = 1 }
clocks = { bank = 30.0, move_cap = 30.0, idle = 600.0, startup_cpu = 60.0, startup_wall = 600.0 }
[season]
title = "Chaos"
hours = 1
round_gap = 0
"""
PROCESSES = {
    "play": "caravan.play worker",
    "desk": "caravan.desk worker",
    "broker": "unixsocket",
    "beat": "caravan.desk beat",
    "web": "uvicorn",
}
"""What is killed, and the words by which it is known."""
HARMLESS = ("beat", "web")
"""What can be killed without an attempt being lost."""


def write_demo(folder: Path) -> Path:
    """The bots and the league as `up` loads them; the path of the file."""
    lines = []
    for name in (*COMPETING, *HOUSE):
        place = folder / name
        place.mkdir(parents=True)
        (place / "bot.py").write_text(BOT.format(choice=CHOICES[name.partition("-")[0]]))
        lines += ["[[bots]]", f'name = "{name}"', f'folder = "{place}"', 'games = ["pis_yedili"]']
    path = folder / "demo.toml"
    path.write_text("\n".join(lines) + LEAGUE + f"entries = {list(COMPETING)}\n")
    return path


def load(path: Path, rounds: int | None = None) -> Season:
    """The season with its secret, under way, nothing drawn; without rounds it goes on until it is ended."""
    season = demo.load(path)
    season.secret, season.commitment = SECRET, fairness.commitment(SECRET)
    season.stages, season.ends = [{"format": "ladder", "rounds": rounds}], None
    season.save()
    return season


def player(name: str, dice: str) -> Player:
    """The same bot in this process."""
    rng = Random(dice)
    choices: dict[str, Callable[[Sequence[str]], str]] = {
        "dice": rng.choice,
        "first": lambda legal: legal[0],
        "last": lambda legal: legal[-1],
    }
    chosen = choices[name.partition("-")[0]]
    return lambda seat, view, legal, news: chosen(legal)


def play(order: Order) -> dict[str, Any]:
    """What a play worker answers, without workers, sandboxes or bots' processes."""
    matches = []
    for deal, rotation in product(range(len(order.deals)), range(order.seats)):
        chairs = [order.competitors[place] for place in seating(order, deal, rotation)]
        players = [player(one.name, dice_seed(one, deal, rotation)) for one in chairs]
        record = play_match(GAMES[order.game], players, order.deals[deal], rules=order.rules)
        nothing = [""] * order.seats
        told = public(record).to_json()
        matches.append(PlayedMatch(deal, rotation, told, [0.0] * order.seats, nothing, reasons(record)))
    return msgspec.to_builtins(Played(matches, 0.0))


def play_undisturbed(season: Season) -> None:
    """Plays it to its end."""
    now = season.opens or timezone.now()
    while season.state != Season.State.CLOSED:
        scheduler.tick(now)
        for attempt in open_attempts():
            assert finish(attempt, play(orders.ordered(attempt.fixture, attempt)))
        now += timedelta(seconds=31)
        season.refresh_from_db()


def figures(season: Season) -> dict[str, list[Any]]:
    """Everything that must not depend on what was killed, by names that are the same in every database."""
    fixtures = Fixture.objects.filter(round__division__season=season)
    placings, matches = (rows.objects.filter(fixture__in=fixtures) for rows in (Placing, Match))
    table = [
        (
            row.rank,
            row.entry.bot.name,
            row.entry.mu,
            row.entry.sigma,
            row.entry.medal,
            row.entry.fixtures,
            row.entry.faults,
        )
        for row in standings(season.divisions.get())
    ]
    names = ("fixture__number", "entry__number", "entry__bot__name")
    return {
        "table": table,
        "fixtures": sorted(fixtures.values_list("round__number", "number", "state", "released")),
        "placings": sorted(placings.values_list(*names, *ratings.FIGURES)),
        "matches": sorted(matches.values_list("fixture__number", "rotation", "seed", "digest")),
        "points": sorted(matches.values_list("fixture__number", "rotation", "seatings__seat",
                                             "seatings__points", "seatings__fault")),
    }  # fmt: skip


class Watched:
    """A season that runs elsewhere, seen in a database that was away now and then."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.fixtures = Fixture.objects.filter(round__division__season=season)
        self.attempts = Attempt.objects.filter(fixture__in=self.fixtures)

    def finished(self) -> int:
        """How many of its fixtures are."""
        return asked(self.fixtures.filter(state=Fixture.State.FINISHED).count)

    def pulse(self) -> tuple[Any, ...]:
        """Whatever changes when the season does something: attempts, beats, fixtures, rounds."""

        def figures() -> tuple[Any, ...]:
            beats = self.attempts.aggregate(Max("pk"), Max("lease_until")).values()
            return (*beats, *self.season.divisions.values_list("drawn", "settled"))

        return (*asked(figures), self.finished())

    def closed(self) -> bool:
        """Whether it is, and its archive written."""
        return asked(Archive.objects.filter(season=self.season).exclude(digest="").exists)

    def wait(self, answer: Callable[[], Any], before: Any) -> None:
        """Until the answer is another; fails where nothing happens for long."""
        moved = eventually(lambda: answer() != before)
        assert moved, f"nothing happens any more: {self.pulse()}, {list(self.attempts.values())[-3:]}"


def asked(question: Callable[[], T]) -> T:
    """The answer, if need be over another connection than one that was cut."""
    try:
        return question()
    except Error:
        connection.close()
        return question()


class Killer:
    """Kills, at moments that the season's own doings tell, whatever runs it."""

    def __init__(self, rng: Random, caravan: Launched, watched: Watched, database: Server | None) -> None:
        self._rng, self._caravan, self._watched, self._database = rng, caravan, watched, database
        self.kinds = [*PROCESSES, *(["database"] if database else [])]

    def drawn(self, kills: int) -> list[str]:
        """So many kinds in a random order, each about as often as any other."""
        even = [self.kinds[k % len(self.kinds)] for k in range(kills)]
        self._rng.shuffle(even)
        return even

    def kill(self, kills: int) -> Iterator[str]:
        """Each after some doings; if it may cost an attempt, a fixture has to be finished before the next."""
        for kind in self.drawn(kills):
            for _ in range(self._rng.randrange(4)):
                self._watched.wait(self._watched.pulse, self._watched.pulse())
            before = self._watched.finished()
            self._end(kind)
            yield kind
            if kind not in HARMLESS:
                self._watched.wait(self._watched.finished, before)

    def _end(self, kind: str) -> None:
        """One kill; `up` does not own the database, so that is started again here."""
        if kind == "database":
            assert self._database is not None
            self._database.kill()
            self._database.start()
            return
        found = eventually(lambda: self._processes(kind))
        os.kill(self._rng.choice(found), signal.SIGKILL)

    def _processes(self, kind: str) -> list[int]:
        """Those of that kind that are there now, with the namespaces around them."""
        return [pid for pid, command in self._caravan.family().items() if PROCESSES[kind] in command]
