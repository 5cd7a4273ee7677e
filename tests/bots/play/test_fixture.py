"""Fixtures: duplicate play, played for real and counted."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.play import fixture
from bots.play.broadcast import Broadcast, Moves
from bots.play.clock import Clocks
from bots.play.faults import Blame
from bots.play.fixture import Competitor, Order, PlayedMatch, entered, play_fixture, results, seating
from bots.play.logbook import decoded
from bots.sandbox import Launcher, SandboxError
from bots.upload.inspection import inspect
from bots.upload.store import Store
from referee.duplicate import fixture_points
from referee.games import GAMES
from referee.record import Record, verify
from referee.spectator import Spectator
from tests import remains

STEADY = b"def choose(view, legal):\n    return legal[0]\n"
RANDOM = b"import random\ndef choose(view, legal):\n    return random.choice(legal)\n"
UNORDERED = b"def choose(view, legal):\n    return next(iter(set(legal)))\n"
CRASHER = b"def choose(view, legal):\n    print('oops')\n    return legal[99]\n"
SPY = b"""
played = []
class Bot:
    def start(self, info):
        played.append(info["match"])
        print("dice", info["dice_seed"], "played", played)
    def choose(self, view, legal):
        return legal[-1]
"""

Ordered = Callable[..., tuple[Order, Store]]


@pytest.fixture
def launcher(sandboxed: Launcher) -> Launcher:
    """All of this holds for each."""
    return sandboxed


@pytest.fixture
def order(public: Path) -> Ordered:
    """Orders a fixture between bots of these sources."""
    store = Store(public / "store")

    def write(*sources: bytes, deals: int = 2) -> tuple[Order, Store]:
        uploads = [inspect(source, "bot.py", games=["pis_yedili"]) for source in sources]
        competitors = [
            entered(upload, store, dice=f"dice {number}", name=f"bot {number}")
            for number, upload in enumerate(uploads)
        ]
        order = Order(
            game="pis_yedili",
            rules={"deals": 1},
            clocks=Clocks(),
            seats=len(sources),
            order_seed="order",
            deals=[f"deal {number}" for number in range(deals)],
            competitors=competitors,
        )
        return order, store

    return write


def paper(seats: int, deals: int, seed: str = "order") -> Order:
    """An order that nobody plays."""
    nobody = [Competitor(str(number), "", "", "", "") for number in range(seats)]
    return Order(
        game="pis_yedili",
        rules={},
        clocks=Clocks(),
        seats=seats,
        order_seed=seed,
        deals=[""] * deals,
        competitors=nobody,
    )


@given(st.integers(2, 12), st.integers(1, 6), st.text())
def test_every_competitor_holds_every_seat_of_every_deal_once(seats: int, deals: int, seed: str) -> None:
    order = paper(seats, deals, seed)
    held = Counter(
        (deal, seat, competitor)
        for deal in range(deals)
        for rotation in range(seats)
        for seat, competitor in enumerate(seating(order, deal, rotation))
    )
    assert len(held) == deals * seats * seats
    assert set(held.values()) == {1}


def test_neighbours_change_from_deal_to_deal() -> None:
    order = paper(4, 100)
    left = {(chairs[0], chairs[1]) for deal in range(100) for chairs in [seating(order, deal, 0)]}
    assert len(left) == 12


def test_a_fixture_plays_every_deal_in_all_rotations(order: Ordered, launcher: Launcher) -> None:
    wanted, store = order(STEADY, RANDOM, RANDOM)
    heard: list[PlayedMatch] = []
    beats: list[int] = []
    played = play_fixture(wanted, store, launcher, played=heard.append, beat=lambda: beats.append(1))
    assert [(match.rotation, match.deal) for match in played.matches] == [
        (rotation, deal) for rotation in range(3) for deal in range(2)
    ]
    assert heard == played.matches
    assert len(beats) > len(heard)
    assert played.seconds > 0
    for match in played.matches:
        record = Record.from_json(match.record)
        verify(record)
        assert (record.seed, record.faults) == (f"deal {match.deal}", [])
        assert record.clocks == {"cpu": match.cpu}
        assert [bool(decoded(log)) for log in match.logs] == [True] * 3
        assert all(0 < cpu < 1 for cpu in match.cpu)


def test_whoever_watches_is_told_every_match_from_its_first_move_to_its_last(
    order: Ordered, launcher: Launcher
) -> None:
    wanted, store = order(STEADY, RANDOM)
    sent: list[Moves] = []
    broadcast = Broadcast(lambda news: sent.append(news) is None, pause=0)
    played = play_fixture(wanted, store, launcher, beat=broadcast.tell, broadcast=broadcast)
    for number, match in enumerate(played.matches):
        spectator = Spectator(GAMES["pis_yedili"].start(2, deals=1))
        frames = [spectator.frame(move) for move in match.record["moves"]]
        assert [frame for news in sent if news.match == number for frame in news.frames] == frames
    assert [news.match for news in sent if news.over] == [0, 1, 2, 3]


def test_the_same_order_gives_the_same_records(order: Ordered, launcher: Launcher) -> None:
    wanted, store = order(STEADY, RANDOM, UNORDERED)
    digests = [
        [Record.from_json(match.record).digest() for match in play_fixture(wanted, store, launcher).matches]
        for _ in range(2)
    ]
    assert digests[0] == digests[1]
    assert len(set(digests[0])) == 6


def test_matches_on_one_deal_share_no_process_and_no_dice(order: Ordered, launcher: Launcher) -> None:
    wanted, store = order(SPY, SPY)
    played = play_fixture(wanted, store, launcher).matches
    starts = [
        line.prints.split(" played ")
        for match in played
        for log in match.logs
        for line in decoded(log)
        if "dice" in line.prints
    ]
    assert Counter(memory.strip() for _, memory in starts) == {"[0]": 4, "[0, 1]": 4}
    assert len({dice for dice, _ in starts}) == 8


def test_a_faulty_bot_costs_only_itself(order: Ordered, launcher: Launcher) -> None:
    wanted, store = order(CRASHER, STEADY)
    played = play_fixture(wanted, store, launcher).matches
    for match in played:
        verify(Record.from_json(match.record))
        (faulted,) = match.record["faults"]
        assert seating(wanted, match.deal, match.rotation)[faulted["seat"]] == 0
        assert faulted["reason"] == Blame.CRASHED.sentence
        assert "IndexError" in match.reasons[faulted["seat"]]
        log = decoded(match.logs[faulted["seat"]])
        assert (log[-1].prints, log[-1].fault) == ("oops\n", match.reasons[faulted["seat"]])
    assert fixture_points(results(wanted, played)) == [0.0, 4.0]


@pytest.mark.parametrize("error", [SandboxError("no room"), KeyboardInterrupt()])
def test_an_error_of_ours_ends_the_fixture_and_leaves_nothing(
    order: Ordered,
    launcher: Launcher,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
) -> None:
    wanted, store = order(STEADY, STEADY)

    def fail(*_: object, **__: object) -> None:
        raise error

    before = remains.everything()
    monkeypatch.setattr(fixture, "play_match", fail)
    with pytest.raises(type(error)):
        play_fixture(wanted, store, launcher)
    assert remains.everything() == before


def test_a_launcher_that_fails_is_our_error(order: Ordered) -> None:
    class Broken:
        def launch(self, *_: object) -> None:
            raise SandboxError("no namespaces")

    wanted, store = order(STEADY, STEADY)
    with pytest.raises(SandboxError):
        play_fixture(wanted, store, Broken())  # type: ignore[arg-type]


def test_logs_are_small(order: Ordered, launcher: Launcher) -> None:
    wanted, store = order(b"def choose(v, l):\n    print('x' * 3000)\n    return l[0]\n", STEADY, deals=1)
    for match in play_fixture(wanted, store, launcher).matches:
        assert all(len(log) < 10_000 for log in match.logs)
