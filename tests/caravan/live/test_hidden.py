"""Nothing that leaves while a fixture is played depends on cards that spectators do not see."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from bots.play.broadcast import Broadcast, Moves
from caravan.live.reader import Reader
from referee.games import GAMES
from tests.referee.swaps import prefixes
from tournaments import watching
from tournaments.models import Fixture, LiveChunk
from tournaments.watching import Stand

TABLES = [(name, seats) for name, game in GAMES.items() for seats in {game.tables[0], game.tables[-1]}]


def told(game: str, seats: int, moves: list[str]) -> list[Moves]:
    """What a play worker sends of a match, move by move."""
    sent: list[Moves] = []
    broadcast = Broadcast(lambda news: sent.append(news) is None, pause=0)
    broadcast.begin(0, GAMES[game].start(seats))
    for move in moves:
        broadcast.heard(0, move)
    return sent


def streamed(monkeypatch: pytest.MonkeyPatch, fixture: Fixture, sent: list[Moves]) -> bytes:
    """What watchers get of it."""
    chunks = [LiveChunk(**msgspec.structs.asdict(news)) for news in sent]
    scene = watching.described(fixture, [f"bot {seat}" for seat in range(fixture.seats)])
    monkeypatch.setattr(watching, "scene", lambda pk: scene)
    monkeypatch.setattr(watching, "stand", lambda pk: Stand(True, False, False, 1, 1))
    monkeypatch.setattr(watching, "chunks", lambda *_: chunks)
    reader = Reader(1)
    return reader.head + b"".join(event for _, event in reader.news().events)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_no_byte_that_leaves_depends_on_a_hidden_card(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, int], None]
) -> None:
    fixture = Fixture(game=game, seats=seats, deals=1, secret="5eed", number="1.1.1.1")  # noqa: S106
    compared = 0
    for one, other in prefixes(GAMES[game], seats, "hidden", Random(game)):
        sent = [told(game, seats, moves) for moves in (one, other)]
        assert msgspec.json.encode(sent[0]) == msgspec.json.encode(sent[1])
        bytes_one, bytes_other = (streamed(monkeypatch, fixture, news) for news in sent)
        assert bytes_one == bytes_other
        assert bytes_one.count(b"id: ") == len(one)
        compared += len(one)
    assert compared
    record_property("moves with cards swapped", compared)
