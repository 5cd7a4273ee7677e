"""A play worker on paper: its matches are played without sandboxes and told of as slowly as a test wants."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import msgspec
from django.utils import timezone

from bots.play.broadcast import Moves
from bots.play.fixture import Played, PlayedMatch
from referee.games import GAMES
from referee.spectator import Frame, Spectator
from tests.world import match
from tournaments.models import Attempt, Fixture
from tournaments.services import attempts, live, orders, results


class Worker:
    """Holds one attempt."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.order = orders.ordered(attempt.fixture, attempt)
        self.matches = [
            match(self.order, deal, rotation, set())
            for rotation in range(self.order.seats)
            for deal in range(len(self.order.deals))
        ]
        self.match = self.told = 0
        """The match that is being told of, and how many of its moves have been."""

    def frames(self, number: int) -> list[Frame]:
        """What a spectator sees of a match, move by move."""
        return seen(self.order.game, self.order.seats, self.order.rules, self.matches[number])

    def tell(self, count: int) -> bool:
        """Tells of the next moves, no more than the match has left; whether the desk wanted to know."""
        frames = self.frames(self.match)
        some = frames[self.told : self.told + count]
        over = self.told + len(some) == len(frames)
        news = Moves(self.match, self.told, some, over)
        self.match, self.told = (self.match + 1, 0) if over else (self.match, self.told + len(some))
        return live.add(attempt=self.attempt.pk, token=self.attempt.token, moves=news)

    def tell_rest(self) -> bool:
        """Tells of all that is left of the match."""
        return self.tell(len(self.matches[self.match].record["moves"]))

    def finish(self) -> bool:
        """Hands everything in."""
        played = msgspec.to_builtins(
            Played(sorted(self.matches, key=lambda one: (one.deal, one.rotation)), 1.0)
        )
        return results.finish(attempt=self.attempt.pk, token=self.attempt.token, played=played)


def seen(game: str, seats: int, rules: dict[str, object], played: PlayedMatch) -> list[Frame]:
    """A match as a spectator sees it."""
    spectator = Spectator(GAMES[game].start(seats, **rules))
    return [spectator.frame(move) for move in played.record["moves"]]


def hired(fixture: Fixture) -> Worker:
    """A worker for a fixture that is being played."""
    return Worker(fixture.attempts.select_related("fixture").latest("number"))


def replaced(worker: Worker) -> Worker:
    """The worker is lost; another begins again."""
    attempt, now = worker.attempt, timezone.now()
    Attempt.objects.filter(pk=attempt.pk).update(lease_until=now - timedelta(seconds=1))
    assert attempts.lose(attempt=attempt, now=now)
    attempts.queue(fixture=attempt.fixture)
    again = hired(attempt.fixture)
    assert attempts.beat(attempt=again.attempt.pk, token=again.attempt.token, worker="another")
    return again


def ids(number: int, match: int, moves: Sequence[object], first: int = 0) -> list[str]:
    """The ids of moves in a stream."""
    return [f"{number}.{match}.{at}" for at in range(first + 1, first + 1 + len(moves))]
