"""The lower rung: what it forbids by itself, what a bot on it can do, and how each of its ends is told."""

import ast
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bots.sandbox import Ending, Limits, SandboxError, cgroup, confine, landlock
from bots.sandbox.landlock import Launcher, Places
from tests.compiled import compiled
from tests.launched import PATIENCE

IDLE = "def choose(view, legal): return legal[0]"
ANSWER = "def choose(view, legal): return str(answer)"


def seen(started, landlocked, code: str, limits: Limits = Limits()) -> str | None:  # noqa: B008 frozen
    """What the last line of `code` finds as `answer` inside."""
    return started(landlocked, f"{code}\n{ANSWER}", limits).move()


ALONE = """
import os, socket, sys
from bots.sandbox import confine

def tried(do, *arguments):
    try:
        do(*arguments)
        return "done"
    except OSError as error:
        return error.strerror

own, port, name = sys.argv[1:]
tcp, abstract = socket.socket(), socket.socket(socket.AF_UNIX)
confine.call(confine.LIBC.prctl, confine.SET_NO_NEW_PRIVS, 1, 0, 0, 0)
confine.restrict([own])
print([
    tried(open, f"{own}/bot.py"), tried(os.listdir, own), tried(open, os.devnull, "w"),
    tried(open, "/etc/passwd"), tried(os.listdir, "/"), tried(open, f"{own}/new", "w"),
    tried(os.unlink, f"{own}/bot.py"), tried(os.mkfifo, f"{own}/pipe"),
    tried(os.truncate, f"{own}/bot.py", 0),
    tried(os.execv, "/bin/true", ["true"]), tried(tcp.connect, ("127.0.0.1", int(port))),
    tried(tcp.bind, ("127.0.0.1", 0)), tried(abstract.connect, f"\\0{name}"), tried(os.kill, os.getppid(), 0),
    tried(os.stat, "/etc/passwd"),
])
"""


def test_landlock_alone_leaves_ones_own_files_and_the_sight_of_others(landlocked, folder):
    (folder / "bot.py").write_text(IDLE)
    name = f"caravan-test-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind(f"\0{name}")
        abstract.listen()
        command = [sys.executable, "-c", ALONE, str(folder), str(tcp.getsockname()[1]), name]
        told = subprocess.check_output(command, text=True)
    denied, not_permitted = "Permission denied", "Operation not permitted"
    assert ast.literal_eval(told) == ["done"] * 3 + [denied] * 9 + [not_permitted] * 2 + ["done"]


def test_a_bot_cannot_do_without_landlock_what_the_filter_would_let_it(landlocked, started, monkeypatch):
    code = "import os\ntry: answer = len(os.listdir('/'))\nexcept OSError as error: answer = error.strerror"
    assert seen(started, landlocked, code) == "Permission denied"
    source = landlocked._source.replace('    restrict(given["read"])\n', "")
    monkeypatch.setattr(landlocked, "_source", source)
    assert seen(started, landlocked, code).isdecimal()


def test_its_environment_holds_nothing_of_the_hosts(landlocked, started, monkeypatch):
    monkeypatch.setenv("CARAVAN_SECRET_KEY", "hush")
    found = seen(started, landlocked, "import os\nanswer = ' '.join(os.environ)")
    assert found
    assert not [name for name in found.split() if name.startswith("CARAVAN") or name == "PATH"]


def test_it_imports_what_a_bot_in_the_full_sandbox_does(landlocked, started, folder):
    (folder / "plan.py").write_text("import numpy, referee, asyncio\nmove = numpy.array([3]).item()")
    assert seen(started, landlocked, "from plan import move as answer") == "3"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import os; os.abort()", f"crashed (signal {signal.SIGABRT:d})"),
        ("import signal, threading; signal.pthread_kill(threading.get_ident(), 9)",
         "ended with an error (exit code 1)"),
    ],
)  # fmt: skip
def test_a_bot_that_signals_itself_is_told_by_what_came_of_that(landlocked, started, code, words):
    bot = started(landlocked, code)
    assert bot.hello() is None
    assert bot.process.exit(PATIENCE).words == words


def test_no_bot_runs_before_its_control_group_holds_it(landlocked, folder, monkeypatch):
    started = []

    def around(pid, limits):
        time.sleep(1.0)  # long enough to become the bot
        started.append(b"Turns this process into a bot" in Path(f"/proc/{pid}/cmdline").read_bytes())

    monkeypatch.setattr(cgroup.Cgroup, "around", around)
    (folder / "bot").write_bytes(compiled("int main(void) { return 0; }"))
    (folder / "bot").chmod(0o755)
    monkeypatch.setattr(landlocked, "_cgroups", True)
    with landlocked.launch(folder, "bot", "executable", Limits()) as process:
        assert process.exit(PATIENCE).ending is Ending.FINISHED
    assert started == [True]


def test_a_sandbox_that_does_not_come_up_is_our_failure(landlocked, folder):
    process = landlocked.launch(folder / "missing", "bot.py", "python", Limits())
    with process, pytest.raises(SandboxError, match=r"Landlock could not be set up.*missing"):
        process.exit(PATIENCE)


def test_threads_and_memory_have_an_end_without_control_groups(landlocked, started, monkeypatch):
    monkeypatch.setattr(cgroup, "writable", lambda: False)
    threads = """
import threading, time
threading.stack_size(1 << 16)
answer = 1
try:
    while True:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        answer += 1
except RuntimeError:
    pass
"""
    alone = Launcher()
    assert int(seen(started, alone, threads)) < 200  # counted with all else that this user does meanwhile
    memory = """
blocks = []
try:
    while True: blocks.append(bytearray(1 << 20))
except MemoryError:
    answer = len(blocks)
    del blocks
"""
    assert 256 <= int(seen(started, alone, memory)) < 320


def test_the_words_of_a_command_lead_to_the_hosts_own_places():
    places = Places([(Path("/c/root"), "/"), (Path("/c/site"), "/usr/lib/bots"), (Path("/up/7"), "/bot")])
    led = {
        "/usr/bin/node": "/c/root/usr/bin/node",
        "/usr/lib/bots/run": "/c/site/run",
        "/usr/lib/botsy": "/c/root/usr/lib/botsy",
        "/bot/a.js": "/up/7/a.js",
        "/bot": "/up/7",
        "--x=/usr": "--x=/usr",
        '{"A": 1}': '{"A": 1}',
    }
    assert places.command([*led]) == [*led.values()]


@pytest.mark.parametrize(("version", "words"), [(0, "there is none"), (5, "version 5")])
def test_a_kernel_that_is_too_old_is_refused_by_name(monkeypatch, version, words):
    monkeypatch.setattr(landlock, "version", lambda: version)
    with pytest.raises(SandboxError, match=f"Landlock is missing or too old: {words}, 6 is needed"):
        Launcher()


def test_an_orphan_ends_before_it_becomes_the_bot():
    order = json.dumps({"status": 1, "parent": os.getpid() + 1})
    done = subprocess.run([sys.executable, confine.__file__, order], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "the referee is gone\n")
