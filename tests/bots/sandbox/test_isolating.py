"""What holds of a bot on every rung: who it is on the host, what it is given, how each end of it is told."""

import os
import select
import signal
import time

import pytest

from bots.sandbox import Ending, Limits, SandboxError, bubblewrap, cgroup
from bots.sandbox.process import Process
from tests.launched import PATIENCE, eventually

IDLE = "def choose(view, legal): return legal[0]"


def test_on_the_host_it_is_never_root_and_gains_nothing(isolating, started):
    bot = started(isolating, IDLE)
    bot.hello()
    with open(f"/proc/{bot.process.pid}/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file)
    expected = bubblewrap.ORDINARY if os.geteuid() == 0 else os.geteuid()
    assert {int(uid) for uid in status["Uid"].split()} == {expected}
    assert {int(status[f"Cap{kind}"], 16) for kind in ("Prm", "Eff", "Amb", "Inh")} == {0}
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")


def test_its_descriptors_are_three_pipes_and_the_wire(isolating, started):
    code = """
import os
answer = []
for fd in range(32):
    try:
        os.fstat(fd)
        answer.append(fd)
    except OSError:
        pass

def choose(view, legal): return str(answer)
"""
    with open("/dev/null") as file:
        os.set_inheritable(file.fileno(), True)
        assert started(isolating, code).move() == "[0, 1, 2, 3, 4]"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("raise SystemExit", "ended by itself"),
        ("raise SystemExit(7)", "ended with an error (exit code 7)"),
        ("import os; os._exit(12)", "ran out of memory"),
        ("import ctypes; ctypes.CDLL(None).ptrace(0, 0, 0, 0)", "made a forbidden system call"),
        ("import ctypes; ctypes.string_at(0)", f"crashed (signal {signal.SIGSEGV:d})"),
    ],
)
def test_each_end_of_a_bot_is_its_own_doing(isolating, started, code, words):
    bot = started(isolating, code)
    assert bot.hello() is None
    assert bot.process.exit(PATIENCE).words == words


def test_the_kernel_ends_what_burns_past_every_clock(isolating, started):
    bot = started(isolating, "while True: pass", Limits(cpu=1))
    assert bot.hello(patience=300.0) is None  # a second of CPU can take long on a busy host
    assert bot.process.exit(PATIENCE).ending is Ending.CPU


def test_a_bot_that_is_stopped_is_called_so_and_gone(isolating, started):
    bot = started(isolating, "import time\ntime.sleep(60)")
    bot.say({"type": "hello"})
    assert bot.process.kill().ending is Ending.STOPPED
    assert not os.path.exists(f"/proc/{bot.process.pid}")


def test_a_bot_killed_from_outside_is_our_failure(isolating, started):
    bot = started(isolating, IDLE)
    bot.hello()
    os.kill(bot.process.pid, signal.SIGKILL)
    with pytest.raises(SandboxError, match="somebody outside"):
        bot.process.exit(PATIENCE)


def test_the_bot_dies_with_the_referee(isolating, folder):
    deaf = "import time\nprint('up', flush=True)\ntime.sleep(60)"
    (folder / "bot.py").write_text(deaf)
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        process: Process = type(isolating)().launch(folder, "bot.py", "python", Limits())
        os.write(process.stdin, b'{"type": "hello"}\n')
        select.select([process.stderr], [], [], PATIENCE)
        os.write(theirs, str(process.pid).encode())
        time.sleep(60)
        os._exit(0)
    os.close(theirs)
    pid = int(os.read(ours, 20))
    os.close(ours)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert eventually(lambda: not os.path.exists(f"/proc/{pid}"))
    if cgroup.writable():
        cgroup.sweep()
