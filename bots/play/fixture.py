"""A fixture: n competitors, some deals, each deal played in all n rotations of the seats.

`Order` is what a play worker is told, `Played` what it tells; a command line plays the same way.
"""

import hashlib
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from msgspec import Struct, field

from bots.play.broadcast import Broadcast
from bots.play.clock import Clocks
from bots.play.faults import public, reasons
from bots.play.running import Table, Version
from bots.play.session import Conduct, Session
from bots.play.tags import Tags
from bots.sandbox import Launcher, Limits
from bots.upload.store import Store, Upload
from referee import duplicate
from referee.duplicate import Result
from referee.game import Move, Seat
from referee.games import GAMES
from referee.match import play_match


class Competitor(Struct, frozen=True):
    """A version at a table."""

    name: str
    digest: str
    entry: str
    language: str
    dice: str
    """What the seeds of its own dice are made of."""


def entered(upload: Upload, store: Store, *, dice: str, name: str = "") -> Competitor:
    """An upload that is put into the store and sits down, under its own name or another."""
    return Competitor(name or upload.name, store.put(upload), upload.entry, upload.language, dice)


class Order(Struct, frozen=True, kw_only=True):
    """Everything that playing a fixture takes; what only a desk has to say may be left out."""

    game: str
    rules: dict[str, Any]
    clocks: Clocks
    seats: int
    order_seed: str
    deals: list[str]
    """Their seeds."""
    competitors: list[Competitor]
    forgiving: bool = True
    """Whether a fault costs one match; else whoever has one sits out the rest of the fixture."""
    number: str = ""
    """Of the fixture, as people see it."""
    fixture: int = 0
    """Its id at the desk, for the logs."""
    attempt: int = 0
    token: str = ""
    """What proves that a result is of this attempt."""


class PlayedMatch(Struct, frozen=True):
    """One match; all lists go by seat."""

    deal: int
    rotation: int
    record: dict[str, Any]
    cpu: list[float]
    """Seconds."""
    logs: list[str]
    """See `bots.play.logbook.decoded`."""
    reasons: list[str]
    """Why a bot failed, in words that may be its own, or an empty text. The record tells only the kind."""


class Played(Struct, frozen=True):
    """The matches in the order in which they were played, and the seconds that all took."""

    matches: list[PlayedMatch] = field(default_factory=list)
    seconds: float = 0.0


def seating(order: Order, deal: int, rotation: int) -> list[int]:
    """By seat, which of its competitors sits there."""
    return duplicate.seating(order.order_seed, order.seats, deal, rotation)


def play_fixture(
    order: Order,
    store: Store,
    launcher: Launcher,
    *,
    played: Callable[[PlayedMatch], Any] | None = None,
    beat: Callable[[], Any] | None = None,
    broadcast: Broadcast | None = None,
) -> Played:
    """Plays all matches; `played` hears of each, `broadcast` of all moves, `beat` many times a second.

    An exception is our failure: the bots' own are in the records. No process is left in either case.
    """
    started = time.monotonic()
    matches: list[PlayedMatch] = []
    strict = [Conduct(1) for _ in order.competitors]
    for rotation in range(order.seats):
        with ExitStack() as stack:
            conducts = [Conduct() for _ in order.competitors] if order.forgiving else strict
            sessions = [
                stack.enter_context(_session(order, one, store, launcher, beat or (lambda: None), conduct))
                for one, conduct in zip(order.competitors, conducts, strict=True)
            ]
            for deal in range(len(order.deals)):
                matches.append(_play_match(order, sessions, deal, rotation, broadcast))
                if played:
                    played(matches[-1])
    return Played(matches, round(time.monotonic() - started, 3))


def _session(
    order: Order,
    competitor: Competitor,
    store: Store,
    launcher: Launcher,
    beat: Callable[[], Any],
    conduct: Conduct,
) -> Session:
    version = Version(store.path(competitor.digest), competitor.entry, competitor.language)
    rules = GAMES[order.game].start(order.seats, **order.rules).rules()
    table = Table(order.game, order.seats, rules, order.clocks, Limits(), len(order.deals))
    return Session(version, table, launcher, beat, conduct)


def _play_match(
    order: Order, sessions: Sequence[Session], deal: int, rotation: int, broadcast: Broadcast | None
) -> PlayedMatch:
    chairs = seating(order, deal, rotation)
    for seat, chair in enumerate(chairs):
        sessions[chair].start(deal, seat, dice_seed(order.competitors[chair], deal, rotation))
    tags = Tags()
    players = [tags.player(sessions[chair]) for chair in chairs]
    if broadcast:
        empty = GAMES[order.game].start(order.seats, **order.rules)
        broadcast.begin(rotation * len(order.deals) + deal, empty)

    def heard(seat: Seat, move: Move) -> None:
        tags.heard(seat, move)
        if broadcast:
            broadcast.heard(seat, move)

    record = play_match(GAMES[order.game], players, order.deals[deal], heard=heard, rules=order.rules)
    ends = [sessions[chair].over(record.points, record.ranks) for chair in chairs]
    cpu, logs = [cpu for cpu, _ in ends], [log for _, log in ends]
    told = public(replace(record, clocks={"cpu": cpu}, tags=tags.words or None))
    return PlayedMatch(deal, rotation, told.to_json(), cpu, logs, reasons(record))


def dice_seed(competitor: Competitor, deal: int, rotation: int) -> str:
    """What a competitor's own dice are seeded with in one match."""
    return hashlib.sha256(f"{competitor.dice}/{deal}/{rotation}".encode()).hexdigest()[:32]


def results(order: Order, matches: Sequence[PlayedMatch]) -> list[Result]:
    """What the matches of a fixture mean for its competitors."""
    return [
        Result(match.deal, seat, competitor, match.record["points"][seat], seat in faulted)
        for match in matches
        for faulted in [{fault["seat"] for fault in match.record["faults"]}]
        for seat, competitor in enumerate(seating(order, match.deal, match.rotation))
    ]
