"""A play worker is killed at any moment: nothing of it is left, and whoever asks again gets its fixture."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest
from celery import Celery
from kombu import Connection

from bots.play.clock import Clocks
from bots.play.fixture import Competitor, Order, Played
from bots.sandbox import bubblewrap
from bots.upload.inspection import inspect
from bots.upload.store import Store
from caravan import broker
from caravan.up import programs
from caravan.up.supervise import Program
from referee.record import Record, verify
from tests import remains
from tests.launched import PATIENCE, SLOW_BOT, Launched, eventually, slow_demo

UID = 61_000 + os.getpid() % 900
"""Of the workers that root starts here, and of nobody else."""
STUBBORN = "import threading\nthreading.Thread(target=time.sleep, args=(600,)).start()\n"
"""What makes a bot stay though nobody speaks with it any more."""
STORY = {"starts": 0.6, "plays": 4.0}
"""Seconds in which the kill may come after a fixture was ordered: while bots start, and while they play."""
WAYS = {"isolated": 3, "plain": 2} if os.geteuid() == 0 else {"plain": 5}
"""How workers are started, and how many of each are killed."""


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every user can read, unlike pytest's own: bots of root's have a user of their own."""
    with tempfile.TemporaryDirectory(prefix="caravan-test-") as path:
        os.chmod(path, 0o755)  # noqa: S103
        yield Path(path)
        for folder, _, _ in os.walk(path):
            os.chmod(folder, 0o700)


@pytest.fixture
def store(place: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The uploads that the workers here can see."""
    monkeypatch.setattr(programs, "STORE", place / "store")
    monkeypatch.setattr(programs, "HEARTBEAT", 0.2)
    monkeypatch.setattr(programs, "PLAY_UID", UID)
    return Store(place / "store")


@pytest.fixture
def address(place: Path) -> Iterator[str]:
    """Of a broker that is thrown away."""
    folder = place / "broker"
    folder.mkdir()
    program = programs.embedded_broker(programs.server(), folder, lambda: True)
    server = subprocess.Popen(program.command, env=program.environment, stdout=subprocess.DEVNULL)
    try:
        assert eventually((folder / "socket").exists)
        yield f"unix://{folder}/socket"
    finally:
        server.kill()
        server.wait()


class Desk:
    """Orders fixtures and hears of them, without a database."""

    def __init__(self, address: str, store: Store) -> None:
        self._app = Celery("desk")
        broker.configure(self._app, "play")
        self._app.conf.broker_url = broker.url(address)
        self._connection = Connection(broker.url(address))
        self._results = self._connection.SimpleQueue("results")
        upload = inspect((SLOW_BOT + STUBBORN).encode(), "bot.py", games=["pis_yedili"])
        digest = store.put(upload)
        self._competitors = [
            Competitor(str(n), digest, upload.entry, upload.language, str(n)) for n in range(2)
        ]

    def order(self, attempt: int) -> None:
        """Asks for the same fixture under another attempt's number."""
        order = Order(
            game="pis_yedili",
            rules={"deals": 1},
            clocks=Clocks(),
            seats=2,
            order_seed="",
            deals=["deal"],
            competitors=self._competitors,
            attempt=attempt,
            token="token",  # noqa: S106
        )
        self._app.send_task("play.fixture", args=[msgspec.to_builtins(order)])

    def hears(self, task: str, attempt: int, patience: float = PATIENCE) -> dict:
        """The message of this name about an attempt; others before it are dropped."""
        late = time.monotonic() + patience
        while True:
            message = self._results.get(timeout=max(0.1, late - time.monotonic()))
            message.ack()
            _, told, _ = json.loads(message.body)
            assert not message.headers["task"].endswith(".fail"), told
            if message.headers["task"].endswith(f".{task}") and told["attempt"] == attempt:
                return told

    def close(self) -> None:
        """Hangs up."""
        self._results.close()
        self._connection.release()
        self._app.close()


@pytest.fixture
def desk(address: str, store: Store) -> Iterator[Desk]:
    one = Desk(address, store)
    yield one
    one.close()


def program(way: str, address: str, scratch: Path) -> Program:
    """A play worker as `up` starts it, or without the namespaces that root puts around it."""
    Path(scratch).mkdir(exist_ok=True)
    folder = Path(address.removeprefix("unix://")).parent
    isolated = programs.play(1, address, folder)
    if way == "isolated":
        return isolated
    command = programs.worker("play", "play", "play1@%h")
    return Program("play1", command, {**isolated.environment, "TMPDIR": str(scratch)})


@contextmanager
def worker(way: str, address: str, scratch: Path) -> Iterator[subprocess.Popen]:
    """A worker's process, which is killed at the latest in the end."""
    started = program(way, address, scratch)
    with (scratch.parent / "worker.log").open("ab") as log:
        process = subprocess.Popen(
            started.command, env=started.environment, stdout=log, stderr=log, start_new_session=True
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def nothing_is_left(store: Store, scratch: Path, known: set[int], mounts: str) -> bool:
    """Whether every trace on the host is gone but the control groups, which the next worker sweeps."""
    return (
        remains.reaped(known)
        and not remains.seers(store.root)
        and not remains.shared({UID, bubblewrap.ORDINARY})
        and not list(scratch.iterdir())
        and Path("/proc/self/mountinfo").read_text() == mounts
    )


def killed(
    way: str, address: str, store: Store, desk: Desk, scratch: Path, attempt: int, moment: float
) -> int:
    """Starts a worker, kills it so many seconds after its first beat; its pid."""
    known, mounts = remains.family(os.getpid()), Path("/proc/self/mountinfo").read_text()
    with worker(way, address, scratch) as process:
        desk.order(attempt)
        desk.hears("beat", attempt)
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert eventually(lambda: nothing_is_left(store, scratch, known, mounts)), remains.family(os.getpid())
    return process.pid


def kill(way: str, times: int, seed: int, address: str, store: Store, desk: Desk, scratch: Path) -> None:
    """Kills so many workers; after all of them another plays the fixture."""
    bubblewrap.Launcher()  # builds what an isolated worker cannot
    rng = Random(seed)
    with remains.adopting():
        moments = [rng.uniform(0, rng.choice(list(STORY.values()))) for _ in range(times)]
        dead = [killed(way, address, store, desk, scratch, *each) for each in enumerate(moments)]
    with worker(way, address, scratch):
        desk.order(times)
        told = desk.hears("finish", times)
    played = msgspec.convert(told["played"], Played)
    assert len(played.matches) == 2
    for match in played.matches:
        record = Record.from_json(match.record)
        verify(record)
        assert record.faults == []
    assert [groups for pid in dead for groups in remains.groups(pid)] == []


@pytest.mark.parametrize(("way", "times"), WAYS.items())
def test_a_worker_killed_at_any_moment_leaves_nothing(
    way, times, address, store, desk, place, record_property
):
    record_property("kills of play workers", times)
    kill(way, times, 1, address, store, desk, place / "scratch")


@pytest.mark.long
@pytest.mark.parametrize(("way", "times"), WAYS.items())
def test_many_workers_killed_leave_nothing(way, times, address, store, desk, place, record_property):
    record_property("kills of play workers", 10 * times)
    kill(way, 10 * times, 2, address, store, desk, place / "scratch")


@pytest.mark.parametrize("times", [2, pytest.param(10, marks=pytest.mark.long)])
def test_what_killed_workers_played_is_played_again_and_rated_once(times, tmp_path, record_property):
    record_property("kills of play workers", times)
    caravan = Launched(tmp_path / "data", **slow_demo(tmp_path))
    try:
        assert caravan.served(), caravan.said
        rng = Random(times)
        for _ in range(times):
            assert eventually(lambda: caravan.rows(UNDER_WAY) and caravan.pid("caravan.play worker"))
            time.sleep(rng.uniform(0, 2))
            caravan.kill("caravan.play worker")
        assert eventually(lambda: caravan.rows(LOST))
        for (fixture,) in caravan.rows(LOST):
            assert eventually(lambda fixture=fixture: made_good(caravan, fixture)), fixture
        assert "all exact" in caravan.manage("rebuild_ratings", "slow/1")
    finally:
        caravan.stop()


RATED_FIXTURES = (
    "from tournaments_attempt join tournaments_fixture f on f.id = fixture_id where f.kind = 'rated'"
)
UNDER_WAY = f"select fixture_id {RATED_FIXTURES} and tournaments_attempt.state = 'running'"
LOST = f"select distinct fixture_id {RATED_FIXTURES} and tournaments_attempt.state = 'lost'"
ATTEMPTS = "select state from tournaments_attempt where fixture_id = ? order by number"
MATCHES = "select count(*), count(record) from tournaments_match where fixture_id = ?"
RATED = "select count(*) from tournaments_placing where fixture_id = ? and mu_after is not null"


def made_good(caravan: Launched, fixture: int) -> bool:
    """Whether a fixture that was lost was repeated, done once, and rated once."""
    *before, last = [state for (state,) in caravan.rows(ATTEMPTS, fixture)]
    once = caravan.rows(MATCHES, fixture) == [(2, 2)] and caravan.rows(RATED, fixture) == [(2,)]
    return set(before) == {"lost"} and last == "done" and once
