"""A match: a game played to its end by players on one seed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from referee.errors import SetupError
from referee.fairness import dealt
from referee.game import CHANCE, Game, Move, Seat, View
from referee.reading import Reader, shown
from referee.record import Record, RecordedFault


class News(TypedDict):
    """A move as a seat heard of it."""

    seat: Seat
    move: Move


Player = Callable[[Seat, View, Sequence[Move], Sequence[News]], Move]
"""Asked with its seat, its view, the legal moves and the news since its last ask; answers a legal move."""


class Fault(Exception):  # noqa: N818 - the word of the whole platform
    """Raised by a player to give its seat up: `code` is for programs, `reason` a sentence for its owner.

    Any other exception of a player is ours and ends the match.
    """

    def __init__(self, code: str, reason: str) -> None:
        """Keep both."""
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


def play_match(
    game: type[Game],
    players: Sequence[Player],
    seed: str,
    *,
    heard: Callable[[Seat, Move], None] | None = None,
    rules: Mapping[str, Any] | None = None,
) -> Record:
    """Play to the end; a seat whose player has a fault is played by the game's fallback from then on.

    `heard` is called after each move with the seat and the move as it is recorded. SetupError for a table
    that the game does not have, and for a seed that is no text.
    """
    table = game.start(len(players), **(rules or {}))
    match = Match(table, players, Reader(SetupError).read(str, seed, "seed"))
    while (seat := match.table.turn) is not None:
        move = match.step(seat)
        if heard is not None:
            heard(seat, move)
    return match.record()


class Match:
    """A match under way."""

    def __init__(self, table: Game, players: Sequence[Player], seed: str) -> None:
        """Sit the players down at an empty table."""
        self.table = table
        self.seed = seed
        self.players = players
        self.moves: list[Move] = []
        self.faults: dict[Seat, RecordedFault] = {}
        self.news: list[list[News]] = [[] for _ in players]

    def step(self, seat: Seat) -> Move:
        """Make the next move, which is that of `seat`."""
        move = dealt(self.table, self.seed) if seat == CHANCE else self._choice(seat)
        told, faults = self.table.told, self.faults
        for listener, news in enumerate(self.news):
            if listener not in faults:
                news.append({"seat": seat, "move": told(move, listener)})
        self.table.apply(move)
        self.moves.append(move)
        return move

    def _choice(self, seat: Seat) -> Move:
        legal = self.table.legal()
        if len(legal) == 1:
            return legal[0]
        if seat not in self.faults:
            try:
                return self._answer(seat, legal)
            except Fault as fault:
                self.faults[seat] = RecordedFault(seat, len(self.moves), fault.code, fault.reason)
        return self.table.fallback()

    def _answer(self, seat: Seat, legal: Sequence[Move]) -> Move:
        news, self.news[seat] = self.news[seat], []
        answer = self.players[seat](seat, self.table.view(seat), list(legal), news)
        if answer not in legal:
            raise Fault("illegal", f"{shown(answer)} is none of the {len(legal)} legal moves")
        return answer

    def record(self) -> Record:
        """The record of the finished match."""
        table = self.table
        return Record(
            game=table.name,
            rules=table.rules(),
            table_digest=table.table_digest(),
            seats=table.seats,
            seed=self.seed,
            moves=self.moves,
            points=list(table.points()),
            ranks=list(table.ranks()),
            faults=list(self.faults.values()),
        )
