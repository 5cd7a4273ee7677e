"""Bots in other languages that attack: none reaches its goal in the sandbox, and they would without one."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bots.play.running import Table, Version
from bots.play.session import Session
from bots.sandbox import Ending, Launcher, bubblewrap, cgroup, landlock, trusted
from referee.games import GAMES
from referee.match import play_match
from referee.record import verify
from tests.bots.corpus import HOSTILE, Attack, attacks
from tests.compiled import compiled
from tests.launched import PATIENCE

SECRET = "a password that only the worker knows"  # noqa: S105 of nobody
ENTRIES = {"javascript": "bot.mjs", "executable": "bot"}
HOST, REFEREE = (attacks(kind, *ENTRIES) for kind in ("host", "referee"))


@pytest.fixture(params=["bubblewrapped", "landlocked"])
def isolating(request: pytest.FixtureRequest) -> Launcher:
    """What may hold bots in these languages; the fork server leaves them to bubblewrap."""
    return request.getfixturevalue(request.param)


@pytest.fixture(params=["bubblewrapped", "landlocked", "trusted"])
def any_launcher(request: pytest.FixtureRequest) -> Launcher:
    """The same, and plain processes."""
    return trusted.Launcher() if request.param == "trusted" else request.getfixturevalue(request.param)


def rung(launcher: Launcher) -> str:
    """How well this one holds bots."""
    others = {landlock.Launcher: "landlock", trusted.Launcher: "none"}
    return others.get(type(launcher), "full")


def written(folder: Path, attack: Attack) -> Version:
    """The bot as it lies in a store."""
    folder.mkdir()
    entry = folder / ENTRIES[attack.language]
    if attack.language == "executable":
        entry.write_bytes(compiled(full(attack.source)))
        entry.chmod(0o755)
    else:
        shutil.copy(attack.path, entry)
    if attack.name.endswith("by_an_addon"):
        addon = compiled(attack.path.with_name("addon.c").read_text(), "-shared", "-fPIC", "-O1")
        (folder / "addon.node").write_bytes(addon)
    return Version(folder, entry.name, attack.language)


def full(source: str) -> str:
    """With its header in it."""
    return source.replace('#include "../wire.h"', (HOSTILE / "executable/wire.h").read_text())


@pytest.fixture
def view(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict]:
    """What an attacker might know about the host."""
    monkeypatch.setenv("CARAVAN_SECRET_KEY", SECRET)
    victim = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    with (
        tempfile.NamedTemporaryFile(prefix="caravan-test-") as other,
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        other.write(b"my secret plan")
        other.flush()
        os.chmod(other.name, 0o644)
        yield {
            "secret": SECRET, "parent": os.getpid(), "victim": victim.pid, "other": other.name,
            "port": server.getsockname()[1],
        }  # fmt: skip
    assert victim.poll() is None, "a bot has killed another process"
    victim.kill()
    victim.wait()


@pytest.fixture
def asked(folder: Path, talk: Callable, view: dict) -> Callable:
    """Starts a bot of the corpus and asks it for the move that is its attack."""

    def begin(launcher: Launcher, attack: Attack):
        version = written(folder / "bot", attack)
        bot = talk(launcher, version.folder, version.entry, version.language)
        assert bot.hello() == {"ready": True}, bot.log()
        bot.start()
        bot.put_question(view)
        return bot

    return begin


@pytest.mark.parametrize("attack", HOST, ids=str)
def test_no_attack_reaches_its_goal(
    isolating: Launcher, asked: Callable, attack: Attack, record_property: Callable
) -> None:
    record_property("probes", 1)
    bot = asked(isolating, attack)
    answer = bot.hear()
    if attack.reached(rung(isolating)):
        assert answer == {"move": "reached"}, "better than it is said"
        return
    assert answer in (None, {"move": "held"})
    ended = bot.process.exit(PATIENCE).ending if answer is None else None
    assert (ended is Ending.FORBIDDEN) == attack.killed
    assert ended in (None, Ending.FORBIDDEN, Ending.CRASHED, Ending.ERROR, Ending.MEMORY)


MEMORY = [attack for attack in HOST if attack.name.startswith(("too_much", "too_large"))]


@pytest.mark.parametrize("attack", MEMORY, ids=str)
def test_memory_is_held_where_no_control_group_can_be_made(
    asked: Callable, attack: Attack, monkeypatch: pytest.MonkeyPatch, record_property: Callable
) -> None:
    record_property("probes", 1)
    monkeypatch.setattr(cgroup, "writable", lambda: False)
    assert asked(bubblewrap.Launcher(), attack).hear() in (None, {"move": "held"})


@pytest.mark.parametrize("attack", [each for each in HOST if each.proved(root=True)], ids=str)
def test_the_attack_is_a_real_one_that_works_without_a_sandbox(
    asked: Callable, attack: Attack, record_property: Callable
) -> None:
    record_property("probes without a sandbox", 1)
    bot = asked(trusted.Launcher(), attack)
    assert bot.hear() == {"move": "reached"}, bot.log()


@pytest.mark.parametrize("attack", REFEREE, ids=str)
def test_no_bot_breaks_a_match_or_has_another_blamed(
    any_launcher: Launcher, folder: Path, table: Callable, in_time: None, attack: Attack, record_property
) -> None:
    record_property("probes", 1)
    laid: Table = table(startup_wall=1.0)
    honest = folder / "honest"
    honest.mkdir()
    (honest / "bot.py").write_text("def choose(view, legal): return legal[0]")
    hostile = written(folder / "bot", attack)
    with (
        Session(hostile, laid, any_launcher) as one,
        Session(Version(honest, "bot.py", "python"), laid, any_launcher) as other,
    ):
        for session, seat in ((one, 0), (other, 1)):
            session.start(0, seat, "dice")
        record = play_match(GAMES[laid.game], [one.choose, other.choose], "deal", rules={"deals": 1})
    verify(record)
    assert [fault.seat for fault in record.faults] == [0]
    assert record.faults[0].code in attack.verdict(rung(any_launcher)).split(" or "), record.faults
    assert record.faults[0].reason.isprintable()
