"""No byte that a bot is sent depends on cards that its seat may not see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bots.play import running
from bots.play.channel import Channel
from bots.play.clock import Clocks
from bots.play.running import Table, Version
from bots.play.session import Session
from bots.sandbox import Launcher, trusted
from bots.sandbox.limits import Limits
from referee.game import Game, Move, Seat
from referee.games import GAMES
from referee.match import Match, Player
from tests.referee.swaps import other_worlds, prefixes

BOT = """\
answers = iter({answers!r})
def choose(view, legal):
    return next(answers)
"""
WHOLE, LATER = 2, 3
"""So many matches from their first move, and from a position in their middle."""
TABLES = [(name, game.tables[0]) for name, game in GAMES.items()]
ALL = [(name, seats) for name, game in GAMES.items() for seats in game.tables]


class Wire:
    """Keeps what bots are sent; their clocks stand still, so that they tell nothing of a run."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        self.folder, self.sent = folder, b""
        send = Channel.send

        def kept(channel: Channel, line: bytes) -> None:
            self.sent += line
            send(channel, line)

        patch.setattr(Channel, "send", kept)
        patch.setattr(running.Bank, "cpu_left", lambda *_: 10**9)
        patch.setattr(running.Bank, "idle_left", lambda *_: 10**9)
        self._patch = patch

    def received(self, table: Game, moves: Sequence[Move], seat: Seat, launcher: Launcher) -> bytes:
        """All that the bot of a seat is sent while these moves are made, by itself and by the others."""
        self.sent = b""
        folder = self.folder / str(len(list(self.folder.iterdir())))
        folder.mkdir()
        (folder / "bot.py").write_text(BOT.format(answers=answers(table.copy(), moves, seat)))
        laid = Table(table.name, table.seats, table.rules(), Clocks(), Limits(), 1)
        with Session(Version(folder, "bot.py", "python"), laid, launcher) as session:
            session.start(0, seat, "dice")
            players: list[Player] = [lambda *_: moves[len(match.moves)]] * table.seats
            players[seat] = session.choose
            match = Match(table, players, "seed")
            self._patch.setattr("referee.match.dealt", lambda *_: moves[len(match.moves)])
            for _ in moves:
                match.step(match.table.turn)
            assert (match.moves, match.faults) == (moves, {})
        return self.sent


def answers(table: Game, moves: Sequence[Move], seat: Seat) -> list[Move]:
    """The moves of a seat where it has a choice, and so is asked."""
    found = []
    for move in moves:
        if table.turn == seat and len(table.legal()) > 1:
            found.append(move)
        table.apply(move)
    return found


def compare(wire: Wire, game: type[Game], seats: int, seat: Seat, counts: tuple[int, int], seed: str) -> int:
    """How many moves were made in both of two worlds that a seat cannot tell apart: it is sent the same."""
    launcher, rng, compared = trusted.Launcher(), Random(seed), 0
    for one, other in islice(prefixes(game, seats, seed, rng, seat), counts[0]):
        heard = [wire.received(game.start(seats), moves, seat, launcher) for moves in (one, other)]
        assert heard[0] == heard[1]
        compared += len(one)
    for table, guess, pairs in islice(other_worlds(game, seats, seed, rng, seat), counts[1]):
        worlds = zip((table, guess), zip(*pairs, strict=True), strict=True)
        heard = [wire.received(start, list(moves), seat, launcher) for start, moves in worlds]
        assert heard[0] == heard[1]
        compared += len(pairs)
    return compared


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_seats_bot_is_sent_nothing_of_cards_hidden_from_it(
    game: str,
    seats: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    record_property: Callable[[str, int], None],
) -> None:
    wire = Wire(monkeypatch, tmp_path)
    compared = compare(wire, GAMES[game], seats, seats - 1, (WHOLE, LATER), "hidden")
    assert compared
    assert b'"type":"ask"' in wire.sent
    record_property("moves with cards swapped", compared)


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), ALL)
def test_no_seat_at_any_table_is_sent_any_of_it(
    game: str,
    seats: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    record_property: Callable[[str, int], None],
) -> None:
    wire = Wire(monkeypatch, tmp_path)
    compared = sum(
        compare(wire, GAMES[game], seats, seat, (8, 12), f"hidden {seat} {number}")
        for seat in range(seats)
        for number in range(3)
    )
    assert compared
    record_property("moves with cards swapped", compared)
