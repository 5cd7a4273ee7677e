"""Bots in other languages that attack: none reaches its goal in the sandbox, and they would without one."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bots.running import Table, Version
from bots.sandbox import Ending, Launcher, bubblewrap, cgroup, trusted
from bots.session import Session
from referee.games import GAMES
from referee.match import play_match
from referee.record import verify
from tests.bots.corpus import HOSTILE
from tests.compiled import compiled

SECRET = "a password that only the worker knows"  # noqa: S105 of nobody
ENTRIES = {"javascript": "bot.mjs", "executable": "bot"}
SUFFIXES = {"javascript": ".mjs", "executable": ".c"}
Attack = tuple[str, str]


def attacks(kind: str) -> list[Attack]:
    """Language and name of all of a kind."""
    return [
        (language, path.stem)
        for language, suffix in SUFFIXES.items()
        for path in sorted((HOSTILE / language / kind).glob(f"*{suffix}"))
    ]


KILLED = {
    ("javascript", "trace_by_an_addon"),
    ("executable", "trace"),
    ("executable", "other_architecture"),
}
"""They make a call that the sandbox answers with death."""

NOT_WITHOUT = {
    ("javascript", "too_much_memory"): "held for trusted bots too",
    ("javascript", "too_much_memory_in_the_heap"): "held for trusted bots too",
    ("javascript", "too_much_memory_in_webassembly"): "held for trusted bots too",
    ("javascript", "too_much_memory_of_workers"): "held for trusted bots too",
    ("executable", "too_much_memory"): "held for trusted bots too",
    ("executable", "raise_limits"): "trusted bots have no limit on files",
    ("executable", "limit_itself_anew"): "what it becomes does not answer",
    ("executable", "inherit_descriptors"): "trusted bots inherit none either",
    ("executable", "other_architecture"): "switched off on some hosts",
}
"""Why these prove nothing as a trusted bot."""

VERDICTS = {
    ("javascript", "abort"): "crashed",
    ("javascript", "answer_at_length"): "output",
    ("javascript", "answer_before_it_is_ready"): "startup",
    ("javascript", "answer_by_a_getter"): "protocol",
    ("javascript", "answer_early"): "output or illegal",
    ("javascript", "answer_no_text"): "crashed",
    ("javascript", "answer_twice"): "output",
    ("javascript", "backtrack"): "cpu_move",
    ("javascript", "end_as_if_killed"): "crashed",
    ("javascript", "fill_the_heap"): "memory or cpu_move",
    ("javascript", "flood_the_log"): "cpu_move or idle",
    ("javascript", "flood_the_wire"): "output",
    ("javascript", "leave"): "crashed",
    ("javascript", "listen_for_the_end"): "cpu_move or idle or crashed",
    ("javascript", "never_settle"): "crashed",
    ("javascript", "pollute_the_prototypes"): "protocol",
    ("javascript", "read_the_wire"): "idle",
    ("javascript", "recurse"): "crashed",
    ("javascript", "replace_the_end"): "protocol or crashed",
    ("javascript", "sleep"): "idle",
    ("javascript", "spin"): "cpu_move",
    ("javascript", "think_in_another_thread"): "cpu or cpu_move or startup",
    ("javascript", "wait_for_ever"): "idle",
    ("javascript", "write_into_the_wire"): "protocol or output",
    ("executable", "answer_twice"): "output",
    ("executable", "answer_unasked"): "startup",
    ("executable", "answer_with_a_zero"): "protocol",
    ("executable", "close_everything"): "crashed or idle",
    ("executable", "crash"): "crashed",
    ("executable", "end_as_if_killed"): "crashed",
    ("executable", "flood_the_log"): "cpu_move or idle",
    ("executable", "flood_the_wire"): "output",
    ("executable", "never_start"): "startup",
    ("executable", "sleep"): "idle",
    ("executable", "spin"): "cpu_move",
    ("executable", "want_memory"): "memory",
}
"""Against the referee: the code of the fault that each gets."""


def written(folder: Path, kind: str, attack: Attack) -> Version:
    """The bot as it lies in a store."""
    language, name = attack
    folder.mkdir()
    source = HOSTILE / language / kind / f"{name}{SUFFIXES[language]}"
    entry = folder / ENTRIES[language]
    if language == "executable":
        entry.write_bytes(compiled(full(source)))
        entry.chmod(0o755)
    else:
        shutil.copy(source, entry)
    if name.endswith("by_an_addon"):
        addon = compiled((source.parent / "addon.c").read_text(), "-shared", "-fPIC", "-O1")
        (folder / "addon.node").write_bytes(addon)
    return Version(folder, ENTRIES[language], language)


def full(source: Path) -> str:
    """With its header in it."""
    return source.read_text().replace('#include "../wire.h"', (HOSTILE / "executable/wire.h").read_text())


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
        version = written(folder / "bot", "host", attack)
        bot = talk(launcher, version.folder, version.entry, version.language)
        assert bot.hello() == {"ready": True}, bot.log()
        bot.start()
        bot.put_question(view)
        return bot

    return begin


@pytest.mark.parametrize("kind", ["host", "referee"])
def test_every_attack_is_short_and_says_what_reaching_its_goal_would_mean(kind: str) -> None:
    for language, name in attacks(kind):
        source = (HOSTILE / language / kind / f"{name}{SUFFIXES[language]}").read_text()
        assert "Reaching it would" in source.partition("\n")[0], name
        assert source.count("\n") <= 26, name


def test_what_is_expected_is_said_of_bots_that_exist() -> None:
    assert set(VERDICTS) == set(attacks("referee"))
    assert KILLED | set(NOT_WITHOUT) <= set(attacks("host"))


@pytest.mark.parametrize("attack", attacks("host"), ids="-".join)
def test_no_attack_reaches_its_goal(
    bubblewrapped: Launcher, asked: Callable, attack: Attack, record_property: Callable
) -> None:
    record_property("probes", 1)
    bot = asked(bubblewrapped, attack)
    answer = bot.hear(30.0)
    assert answer in (None, {"move": "held"})
    ended = bot.process.exit(5.0).ending if answer is None else None
    assert (ended is Ending.FORBIDDEN) == (attack in KILLED)
    assert ended in (None, Ending.FORBIDDEN, Ending.CRASHED, Ending.ERROR, Ending.MEMORY)


MEMORY = [attack for attack in attacks("host") if attack[1].startswith(("too_much", "too_large"))]


@pytest.mark.parametrize("attack", MEMORY, ids="-".join)
def test_memory_is_held_where_no_control_group_can_be_made(
    asked: Callable, attack: Attack, monkeypatch: pytest.MonkeyPatch, record_property: Callable
) -> None:
    record_property("probes", 1)
    monkeypatch.setattr(cgroup, "writable", lambda: False)
    assert asked(bubblewrap.Launcher(), attack).hear(30.0) in (None, {"move": "held"})


@pytest.mark.parametrize("attack", sorted(set(attacks("host")) - set(NOT_WITHOUT)), ids="-".join)
def test_the_attack_is_a_real_one_that_works_without_a_sandbox(
    asked: Callable, attack: Attack, record_property: Callable
) -> None:
    record_property("probes without a sandbox", 1)
    bot = asked(trusted.Launcher(), attack)
    assert bot.hear(30.0) == {"move": "reached"}, bot.log()


@pytest.fixture
def in_time() -> Iterator[None]:
    """A referee that hangs is told from one that waits for a slow host."""

    def hangs(number: int, frame: object) -> None:
        pytest.fail("the referee hangs")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("attack", attacks("referee"), ids="-".join)
def test_no_bot_breaks_a_match_or_has_another_blamed(
    bubblewrapped: Launcher, folder: Path, table: Callable, in_time: None, attack: Attack, record_property
) -> None:
    record_property("probes", 1)
    laid: Table = table(startup_wall=1.0)
    honest = folder / "honest"
    honest.mkdir()
    (honest / "bot.py").write_text("def choose(view, legal): return legal[0]")
    hostile = written(folder / "bot", "referee", attack)
    with (
        Session(hostile, laid, bubblewrapped) as one,
        Session(Version(honest, "bot.py", "python"), laid, bubblewrapped) as other,
    ):
        for session, seat in ((one, 0), (other, 1)):
            session.start(0, seat, "dice")
        record = play_match(GAMES[laid.game], [one.choose, other.choose], "deal", rules={"deals": 1})
    verify(record)
    assert [fault.seat for fault in record.faults] == [0]
    assert record.faults[0].code in VERDICTS[attack].split(" or "), record.faults
    assert record.faults[0].reason.isprintable()
