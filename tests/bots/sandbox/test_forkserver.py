"""The fork server: what holds for its forks beyond what holds for every sandboxed bot."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from bots.sandbox import Limits, SandboxError, forkserver
from tests.launched import PATIENCE, eventually

IDLE = "def choose(view, legal): return legal[0]"
KINDS = ("cgroup", "ipc", "mnt", "net", "pid", "user", "uts")


@pytest.fixture
def own(bubblewrapped):
    """A launcher whose server may be harmed."""
    with forkserver.Launcher() as launcher:
        yield launcher


def server(launcher: forkserver.Launcher) -> int:
    return launcher._server._process.pid


def ended(pid: int) -> bool:
    """Whether it is gone, or waits only to be taken leave of."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def namespaces(pid: int) -> set[str]:
    return {os.readlink(f"/proc/{pid}/ns/{kind}") for kind in KINDS}


def test_a_server_that_was_killed_is_started_anew(own, started):
    for _ in range(2):
        os.kill(server(own), signal.SIGKILL)
        assert started(own, IDLE).move() == "pass"


def test_nobody_is_to_blame_where_the_server_has_died(own, started):
    bots = [started(own, IDLE) for _ in range(2)]
    for bot in bots:
        bot.hello()
    os.kill(server(own), signal.SIGKILL)
    with pytest.raises(SandboxError, match="fork server has ended"):
        bots[0].process.exit(PATIENCE)
    with pytest.raises(SandboxError, match="fork server has ended"):
        bots[1].process.kill()
    for bot in bots:
        bot.process.close()
        assert ended(bot.process.pid)


def test_a_server_that_does_not_answer_is_given_up(own, started, monkeypatch):
    class Fresh(forkserver.Server):
        """Has as much time as ever."""

        def __init__(self, cache: Path | None) -> None:
            monkeypatch.undo()
            super().__init__(cache)

    monkeypatch.setattr("bots.sandbox.forked.START", 0.2)
    monkeypatch.setattr(forkserver, "Server", Fresh)
    os.kill(server(own), signal.SIGSTOP)
    stopped = server(own)
    assert started(own, IDLE).move() == "pass"
    assert ended(stopped)


def test_a_fork_that_cannot_be_confined_is_our_failure_and_says_why(own, started, monkeypatch):
    honest = forkserver.bubblewrap.rlimits
    monkeypatch.setattr(forkserver.bubblewrap, "rlimits", lambda *known: {**honest(*known), "NONSENSE": 1})
    with pytest.raises(SandboxError, match="NONSENSE"):
        started(own, IDLE).process.exit(PATIENCE)


def test_a_server_that_cannot_start_says_why_and_leaves_nothing(bubblewrapped, monkeypatch):
    before = os.listdir("/proc/self/fd")
    monkeypatch.setattr(forkserver, "PYTHON", [*forkserver.PYTHON[:-1], "raise OSError('no luck')"])
    with pytest.raises(SandboxError, match="no luck"):
        forkserver.Launcher()
    assert os.listdir("/proc/self/fd") == before


def test_closing_ends_the_server_and_may_be_repeated(bubblewrapped, started):
    before = os.listdir("/proc/self/fd")
    launcher = forkserver.Launcher()
    bot = started(launcher, IDLE)
    bot.hello()
    for _ in range(2):
        launcher.close()
    assert ended(bot.process.pid)
    bot.process.close()
    assert os.listdir("/proc/self/fd") == before


OWNER = """
import os, sys, time
from pathlib import Path
from bots.sandbox import Limits
from bots.sandbox import forkserver
launcher = forkserver.Launcher()
bot = launcher.launch(Path(sys.argv[1]), "bot.py", "python", Limits())
os.write(bot.stdin, b'{"type": "hello"}\\n')
print(launcher._server._process.pid, launcher._server._process._child.pid, bot.pid, flush=True)
time.sleep(60)
"""


def test_server_and_bots_die_with_their_owner_by_any_death(bubblewrapped, folder):
    (folder / "bot.py").write_text("import time\ntime.sleep(60)")
    owner = subprocess.Popen([sys.executable, "-c", OWNER, str(folder)], stdout=subprocess.PIPE, text=True)
    assert owner.stdout
    with owner.stdout:
        pids = [int(pid) for pid in owner.stdout.readline().split()]
    assert not any(ended(pid) for pid in pids)
    owner.kill()
    owner.wait()
    assert eventually(lambda: all(ended(pid) for pid in pids))


def test_bots_outlive_the_thread_that_started_them_and_the_server(bubblewrapped, folder):
    (folder / "bot.py").write_text("def choose(view, legal): return legal[0]")
    made: list = []

    def make():
        made.append(forkserver.Launcher())
        made.append(made[0].launch(folder, "bot.py", "python", Limits()))

    thread = threading.Thread(target=make)
    thread.start()
    thread.join()
    launcher, bot = made
    with launcher, bot:
        time.sleep(0.2)
        assert not ended(server(launcher))
        assert not ended(bot.pid)


def test_no_two_bots_share_a_namespace_but_the_empty_network_or_a_process_group(forked, started):
    one, other = (started(forked, IDLE) for _ in range(2))
    for bot in (one, other):
        bot.hello()
    shared = namespaces(one.process.pid) & namespaces(other.process.pid)
    assert {name.partition(":")[0] for name in shared} == {"net", "cgroup"}
    assert not namespaces(one.process.pid) & namespaces(os.getpid())
    assert len({os.getpgid(pid) for pid in (one.process.pid, other.process.pid, server(forked))}) == 3
    with_server = namespaces(one.process.pid) & namespaces(server(forked))
    assert with_server == shared


def test_no_mount_of_a_fork_is_seen_by_the_server(forked, started):
    bot = started(forked, IDLE)
    bot.hello()
    assert " /bot " in Path(f"/proc/{bot.process.pid}/mountinfo").read_text()
    assert " /bot " not in Path(f"/proc/{server(forked)}/mountinfo").read_text()


def test_no_memory_of_the_server_is_shared_to_be_written(forked):
    maps = Path(f"/proc/{server(forked)}/maps").read_text()
    assert re.findall(r"^\S+ .w.p", maps, re.MULTILINE)
    assert not re.findall(r"^\S+ .w.s.*", maps, re.MULTILINE)


def test_nothing_of_a_bot_enters_the_server(forked, started):
    mark = os.urandom(8).hex()
    bot = started(forked, f"{IDLE}\nmark = {mark!r}")
    assert bot.move() == "pass"
    assert mark.encode() in memory(bot.process.pid)
    assert mark.encode() not in memory(server(forked))


def memory(pid: int) -> bytes:
    """All that it may write to."""
    maps = Path(f"/proc/{pid}/maps").read_text()
    with open(f"/proc/{pid}/mem", "rb", 0) as file:
        return b"".join(
            os.pread(file.fileno(), int(end, 16) - int(start, 16), int(start, 16))
            for start, end in re.findall(r"^(\w+)-(\w+) .w", maps, re.MULTILINE)
        )


def test_the_server_has_one_capability_and_of_a_bot_its_end_alone(own, started):
    status = Path(f"/proc/{server(own)}/status").read_text()
    assert set(re.findall(r"Cap(?:Prm|Eff|Bnd):\s(\w+)", status)) == {f"{1 << 21:016x}"}

    def descriptors() -> int:
        return len(os.listdir(f"/proc/{server(own)}/fd"))

    for _ in range(2):
        with started(own, IDLE).process:
            assert eventually(lambda: descriptors() == 5 + 2)  # a handle of it, and where to tell
        assert eventually(lambda: descriptors() == 5)


@pytest.mark.parametrize(
    "roll",
    ["__import__('random').random()", "__import__('numpy').random.random()", "__import__('uuid').uuid4()"],
)
def test_each_fork_throws_dice_of_its_own(forked, started, roll):
    source = f"roll = {roll}\ndef choose(view, legal): return str(roll)"
    assert started(forked, source).move() != started(forked, source).move()


@pytest.mark.parametrize("name", ["statistics", "socket", "numpy", "referee", "forker"])
def test_a_module_of_the_bots_own_wins_over_what_the_server_has_imported(launcher, started, folder, name):
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("from . import games\nmine = games.mine")
    (folder / name / "games.py").write_text("mine = 'draw'")
    source = f"import {name}, {name}.games\ndef choose(view, legal): return {name}.mine"
    assert started(launcher, source).move() == "draw"


def test_what_the_runner_itself_needs_cannot_be_replaced_anywhere(launcher, started, folder):
    (folder / "json.py").write_text("raise SystemExit(9)")
    source = "import json\ndef choose(view, legal): return json.loads('\"draw\"')"
    assert started(launcher, source).move() == "draw"


def test_a_link_in_a_bots_folder_leads_nowhere(sandboxed, started, folder):
    (folder / "secret").symlink_to("/etc/passwd")
    (folder / "etc").symlink_to("/etc")
    source = """
        import os
        def choose(view, legal):
            try:
                return open("/bot/secret").read() + open("/bot/etc/passwd").read()
            except OSError:
                return "nothing"
        """
    assert started(sandboxed, source).move() == "nothing"


def test_a_bots_own_folder_takes_nothing_new(sandboxed, started):
    source = """
        import os
        def choose(view, legal):
            for change in (os.mkdir, os.remove, lambda path: open(path, "w")):
                try:
                    change("/bot/bot.py" if change is os.remove else "/bot/new")
                    return "written"
                except OSError as error:
                    reason = error.strerror
            return reason
        """
    assert started(sandboxed, source).move() in ("Read-only file system", "Operation not permitted")


def test_folders_and_bytes_arrive_as_they_are(sandboxed, started, folder):
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "weights").write_bytes(bytes(range(256)) * 4096)
    (folder / "deep" / "empty").touch()
    source = """
        import hashlib, os
        def choose(view, legal):
            with open("/bot/deep/er/weights", "rb") as file:
                return str(file.read() == bytes(range(256)) * 4096) + str(os.listdir("/bot/deep"))
        """
    answer = started(sandboxed, source).move()
    assert answer in ("True['er', 'empty']", "True['empty', 'er']")


def test_a_bot_costs_at_most_three_megabytes(forked, started, record_property):
    bot = started(forked, IDLE)
    assert bot.move() == "pass"
    rollup = Path(f"/proc/{bot.process.pid}/smaps_rollup").read_text()
    private = sum(int(size) for size in re.findall(r"^Private_\w+: +(\d+) kB", rollup, re.MULTILINE))
    assert private <= 3 << 10
