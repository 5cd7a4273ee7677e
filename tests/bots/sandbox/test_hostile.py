"""Bots that attack: none reaches its goal in the sandbox, and they would without one."""

import ctypes
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from bots.play.logbook import decoded
from bots.play.running import Table, Version
from bots.play.session import Session
from bots.sandbox import Ending, Launcher, bubblewrap, landlock, trusted
from referee.games import GAMES
from referee.match import play_match
from referee.record import Record, verify
from tests import remains
from tests.bots import corpus
from tests.bots.expected import EXPECTED
from tests.launched import PATIENCE, eventually

SECRET = "a password that only the worker knows"  # noqa: S105 of nobody
HONEST = "def choose(view, legal): return legal[0]"
CLOCKS = {
    "run_at_every_tick": {"startup_cpu": 1.0},
    "sleep_before_it_is_ready": {"startup_wall": 0.5},
}
"""Of those that need others than the rest."""
_numbers = count(os.getpid() << 8)


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_left_of_the_whole_corpus(bubblewrapped, forked) -> Iterator[None]:
    """Processes, descriptors, mounts and control groups are what they were; what was left alone is reaped."""
    with remains.adopting():
        before = remains.everything()
        yield
        eventually(lambda: remains.reaped(before["processes"]))
        assert remains.everything() == before
    assert remains.shared({bubblewrap.ORDINARY}) == []


@pytest.fixture(scope="module")
def host() -> Iterator[dict]:
    """What is there to be found: a process, open files, sockets, memory of the referee, another bot."""
    victim = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    memory = ctypes.create_string_buffer(SECRET.encode())
    with (
        tempfile.TemporaryDirectory(prefix="caravan-test-") as folder,
        tempfile.TemporaryFile() as file,
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams,
    ):
        file.write(SECRET.encode())
        file.flush()
        os.set_inheritable(file.fileno(), True)
        os.chmod(folder, 0o755)  # noqa: S103 bots have a user of their own
        Path(folder, "bot.py").write_text("my secret plan")
        datagrams.bind(f"{folder}/socket")
        os.chmod(f"{folder}/socket", 0o777)  # noqa: S103
        yield {
            "secret": SECRET, "parent": os.getpid(), "victim": victim.pid, "descriptor": file.fileno(),
            "address": ctypes.addressof(memory), "other": f"{folder}/bot.py", "socket": f"{folder}/socket",
            "port": server.getsockname()[1],
        }  # fmt: skip
    assert victim.poll() is None, "a bot has killed another process"
    victim.kill()
    victim.wait()


@pytest.fixture
def view(host, monkeypatch) -> dict:
    """What an attacker might know about the host."""
    monkeypatch.setenv("CARAVAN_SECRET_KEY", SECRET)
    return host | {"number": next(_numbers), "second": False}


@pytest.fixture
def attack(folder, started) -> Callable:
    """Starts a bot of the corpus and asks it for the move that is its attack."""

    def begin(launcher: Launcher, each: corpus.Attack, view: dict):
        shutil.copy(corpus.HOSTILE / "wire.py", folder)
        bot = started(launcher, each.source)
        assert bot.hello() == {"ready": True}, bot.log()
        bot.start()
        bot.put_question(view)
        return bot

    return begin


def rung(launcher: Launcher) -> str:
    """How well this one holds bots."""
    others = {landlock.Launcher: "landlock", trusted.Launcher: "none"}
    return others.get(type(launcher), "full")


EVERY = [attack for kind in corpus.KINDS for attack in corpus.attacks(kind)]
HOST, ACCOMPLICE, REFEREE = (corpus.attacks(kind, "python") for kind in corpus.KINDS)


@pytest.mark.parametrize("attack", EVERY, ids=str)
def test_every_attack_is_short_and_says_what_reaching_its_goal_would_mean(attack):
    assert "Reaching" in attack.words
    assert attack.source.count("\n") <= 26


def test_the_corpus_is_large_and_its_page_is_current():
    assert len(EVERY) >= 60
    assert corpus.PAGE.read_text() == corpus.page()


@pytest.mark.parametrize("language", EXPECTED)
def test_what_is_expected_is_said_of_bots_that_exist(language):
    expected = EXPECTED[language]
    against_the_referee = {attack.name for attack in corpus.attacks("referee", language)}
    assert set(expected.verdicts) == against_the_referee
    told = expected.killed | expected.as_root | set(expected.not_without) | set(expected.on_landlock)
    assert told <= {attack.name for attack in EVERY if attack.language == language} - against_the_referee


@pytest.mark.parametrize("each", HOST, ids=str)
def test_no_attack_reaches_its_goal(isolating, attack, view, each, record_property):
    record_property("probes", 1)
    bot = attack(isolating, each, view)
    answer = bot.hear()
    if each.reached(rung(isolating)):
        assert answer == {"move": "reached"}, "better than it is said"
        return
    assert answer in (None, {"move": "held"})
    ended = bot.process.exit(PATIENCE).ending if answer is None else None
    assert (ended is Ending.FORBIDDEN) == each.killed
    assert ended in (None, Ending.FORBIDDEN, Ending.ERROR, Ending.MEMORY)


def proved(attacks: list[corpus.Attack]) -> list[corpus.Attack]:
    """Those that this user's plain processes must succeed with."""
    return [attack for attack in attacks if attack.proved(root=os.geteuid() == 0)]


@pytest.mark.parametrize("each", proved(HOST), ids=str)
def test_the_attack_is_a_real_one_that_works_without_a_sandbox(attack, view, each, record_property):
    record_property("probes without a sandbox", 1)
    bot = attack(trusted.Launcher(), each, view)
    assert bot.hear() == {"move": "reached"}, bot.log()


def conspire(attack, launcher: Launcher, each: corpus.Attack, view: dict) -> dict | None:
    """Both bots of one owner, alive at the same time; what the second answers."""
    first = attack(launcher, each, view).hear()
    said = first["move"] if first else ""
    return attack(launcher, each, view | {"second": True, "first": said}).hear()


@pytest.mark.parametrize("each", ACCOMPLICE, ids=str)
def test_no_two_bots_of_one_owner_can_talk(isolating, attack, view, each, record_property):
    record_property("probes", 1)
    answer = conspire(attack, isolating, each, view)
    assert answer == {"move": "held"} or (answer is None and each.name != "take_everything")


@pytest.mark.parametrize("each", proved(ACCOMPLICE), ids=str)
def test_without_a_sandbox_two_bots_can_talk(attack, view, each, record_property):
    record_property("probes without a sandbox", 1)
    assert conspire(attack, trusted.Launcher(), each, view) == {"move": "reached"}


def written(folder: Path, source: str) -> Version:
    """A version with this script."""
    folder.mkdir()
    (folder / "bot.py").write_text(source)
    shutil.copy(corpus.HOSTILE / "wire.py", folder)
    return Version(folder, "bot.py", "python")


def duel(
    launcher: Launcher, table: Table, hostile: Version, honest: Version
) -> tuple[list[Record], list[str]]:
    """Two matches against the corpus's bot in seat 0, and its logs."""
    records, logs = [], []
    with Session(hostile, table, launcher) as one, Session(honest, table, launcher) as other:
        for match in range(2):
            one.start(match, 0, "dice")
            other.start(match, 1, "dice")
            game = GAMES[table.game]
            records.append(play_match(game, [one.choose, other.choose], f"deal {match}", rules={"deals": 1}))
            ends = [session.over(records[-1].points, records[-1].ranks) for session in (one, other)]
            logs.append(ends[0][1])
    return records, logs


@pytest.mark.parametrize("each", REFEREE, ids=str)
def test_no_bot_breaks_a_match_or_has_another_blamed(
    any_launcher, folder, table, in_time, each, record_property
):
    record_property("probes", 1)
    hostile, honest = written(folder / "hostile", each.source), written(folder / "honest", HONEST)
    records, logs = duel(any_launcher, table(**CLOCKS.get(each.name, {})), hostile, honest)
    for record in records:
        verify(record)
    faults = [fault for record in records for fault in record.faults]
    assert {fault.seat for fault in faults} <= {0}
    code = faults[0].code if faults else "none"
    assert code in each.verdict(rung(any_launcher)).split(" or "), faults
    assert all(fault.reason.isprintable() and len(fault.reason) < 500 for fault in faults)
    assert "\0" not in "".join(line.prints + line.fault for log in logs for line in decoded(log))
