"""Bots that are ready to compete, and a play worker that makes up its results from the order alone."""

import itertools
from datetime import timedelta
from random import Random

import msgspec
from django.utils import timezone

from bots.play.faults import public, reasons
from bots.play.fixture import PlayedMatch, seating
from bots.upload.inspection import inspect
from referee.games import GAMES
from referee.match import Fault, play_match
from tournaments.models import Attempt, Fixture, User
from tournaments.services import activations, attempts, bots, entries, orders, results, scheduler, versions

SCRIPT = "def choose(view, legal):\n    return legal[0]  # {}\n"
FAULTY = "faulty"
"""A competitor of this name fails in every match."""


def script(name="bot"):
    """The bytes of an upload, others for another name."""
    return SCRIPT.format(name).encode()


def active_bot(owner, name):
    """A bot as after a trial that it passed."""
    bot = bots.create(owner=owner, name=name)
    renew(bot, name)
    return bot


def renew(bot, content):
    """Another active version."""
    version = versions.record(bot=bot, upload=inspect(script(content), "bot.py", games=["pis_yedili"]))
    activations.activate(version=version, game="pis_yedili")
    return version


def join(season, *names, owner=None):
    """Entries of new bots, each of an owner of its own unless one is given."""
    owners = [owner or User.objects.create_user(f"owner-of-{name}") for name in names]
    return [
        entries.join(season=season, bot=active_bot(owner, name))
        for owner, name in zip(owners, names, strict=True)
    ]


def _player(rng, name):
    def choose(seat, view, legal, news):
        if name == FAULTY:
            raise Fault("crashed", "ended in the middle of a match")
        return rng.choice(legal)

    return choose


def play(order):
    """What a play worker answers, as JSON; the same for the same order, whatever the attempt."""
    matches = []
    for deal, rotation in itertools.product(range(len(order.deals)), range(order.seats)):
        chairs = [order.competitors[place] for place in seating(order, deal, rotation)]
        players = [_player(Random(f"{one.dice}/{deal}/{rotation}"), one.name) for one in chairs]
        record = play_match(GAMES[order.game], players, order.deals[deal], rules=order.rules)
        told, nothing = public(record).to_json(), [""] * order.seats
        matches.append(PlayedMatch(deal, rotation, told, [0.01] * order.seats, nothing, reasons(record)))
    return {"matches": msgspec.to_builtins(matches), "seconds": 0.1}


def played(attempt):
    """What comes of an attempt."""
    return play(orders.ordered(attempt.fixture, attempt))


def finish(attempt, result=None):
    """Hands results in; whether the desk took them."""
    return results.finish(attempt=attempt.pk, token=attempt.token, played=result or played(attempt))


def beat(attempt):
    """A heartbeat; whether the desk knows the attempt."""
    return attempts.beat(attempt=attempt.pk, token=attempt.token, worker="worker")


def open_attempts(**fixtures):
    """What play workers have been told to play."""
    rows = Attempt.objects.filter(state__in=Attempt.OPEN, **fixtures)
    return list(rows.select_related("fixture").order_by("pk"))


def work(season, rounds, mix=lambda todo: None):
    """Ticks every 31 seconds and plays what is queued, until so many rounds are settled; the time then."""
    division, now = season.divisions.get(), season.opens
    for _ in range(20 * rounds):
        now += timedelta(seconds=31)
        scheduler.tick(now)
        division.refresh_from_db()
        if division.settled >= rounds:
            return now
        todo = open_attempts(fixture__round__division=division)
        mix(todo)
        for attempt in todo:
            assert beat(attempt)
            assert finish(attempt)
    raise AssertionError(f"{division.settled} rounds settled, {list(Fixture.objects.values_list('state'))}")


def play_out(season, finished=lambda fixture: None):
    """Ticks every 31 seconds and plays what is queued until the season is closed; the time then."""
    now = season.opens or timezone.now()
    for _ in range(300):
        scheduler.tick(now)
        season.refresh_from_db()
        if season.state == "closed":
            return now
        for attempt in open_attempts(fixture__round__division__season=season):
            assert beat(attempt)
            assert finish(attempt)
            finished(attempt.fixture)
        now += timedelta(seconds=31)
    raise AssertionError(f"{season} is {season.state}, {list(season.divisions.values())}")
