"""The trial: what a version must play without a fault before it may compete, the same here and on a server.

One fixture in each of its games, at the game's smallest table, with default clocks, against house
bots that answer at once. How many points it makes does not matter. The first fault decides, so that a bot
that sleeps has its idle bank once.
"""

from collections.abc import Sequence
from itertools import cycle, islice

from msgspec import Struct

from bots.house import HouseBot, quick
from bots.play.clock import Clocks
from bots.play.fixture import Order, PlayedMatch, entered, seating
from bots.upload.store import Store, Upload
from referee.games import GAMES

DEALS = 2
"""So that the end of a match, and a second one in the same process, are tried as well."""


class Failure(Struct, frozen=True):
    """The first fault of a version in its trial: why, and where its log is."""

    reason: str
    match: PlayedMatch
    seat: int

    @property
    def code(self) -> str:
        """Of the fault, as the record has it."""
        faults: dict[int, str] = {one["seat"]: one["code"] for one in self.match.record["faults"]}
        return faults[self.seat]


def seats(game: str) -> int:
    """How many sit at a trial's table."""
    return min(GAMES[game].tables)


def opponents(game: str) -> list[HouseBot]:
    """Who sits there beside the version; the first again if there are more chairs than house bots."""
    return list(islice(cycle(quick(game)), seats(game) - 1))


def trial(upload: Upload, game: str, store: Store, seed: str) -> Order:
    """The order of a trial: the version is competitor 0."""
    uploads = [upload, *(bot.upload() for bot in opponents(game))]
    competitors = [entered(one, store, dice=f"{seed}/dice/{number}") for number, one in enumerate(uploads)]
    deals = [f"{seed}/deal/{number}" for number in range(DEALS)]
    return Order(
        number=f"trial.{game}",
        game=game,
        rules={},
        clocks=Clocks(),
        seats=len(competitors),
        order_seed=seed,
        deals=deals,
        competitors=competitors,
        forgiving=False,
    )


def failure(order: Order, matches: Sequence[PlayedMatch]) -> Failure | None:
    """Why competitor 0 has not passed; None: it has."""
    for match in matches:
        seat = seating(order, match.deal, match.rotation).index(0)
        if reason := match.reasons[seat]:
            return Failure(reason, match, seat)
    return None


def most_cpu(order: Order, matches: Sequence[PlayedMatch]) -> float:
    """The most CPU seconds that competitor 0 used in a match: a league may grant less than a trial."""
    return max(match.cpu[seating(order, match.deal, match.rotation).index(0)] for match in matches)
