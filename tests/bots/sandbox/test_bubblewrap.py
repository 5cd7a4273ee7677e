"""What a sandboxed bot is given, and how each of its ends is told apart from ours."""

import os
import signal

import pytest

from bots.sandbox import Limits, SandboxError, bubblewrap
from bots.sandbox.languages import LANGUAGES
from tests.launched import PATIENCE

IDLE = "def choose(view, legal): return legal[0]"
ANSWER = "def choose(view, legal): return str(answer)"


def seen(started, launcher, code: str) -> str | None:
    """What the last line of `code` finds as `answer` inside."""
    return started(launcher, f"{code}\n{ANSWER}").move()


def test_a_bot_is_an_ordinary_user_alone_in_the_world(sandboxed, started):
    code = "import os\nanswer = os.getuid(), os.getgid(), os.getpid(), os.getppid(), os.uname().nodename"
    assert seen(started, sandboxed, code) == "(65534, 65534, 1, 0, 'bot')"


def test_nothing_can_be_regained(sandboxed, started):
    bot = started(sandboxed, IDLE)
    bot.hello()
    with open(f"/proc/{bot.process.pid}/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file)
    assert int(status["CapBnd"], 16) == 0


def test_it_shares_no_namespace_with_the_referee(sandboxed, started):
    bot = started(sandboxed, IDLE)
    bot.hello()
    for kind in ("cgroup", "ipc", "mnt", "net", "pid", "user", "uts"):
        assert namespace(bot.process.pid, kind) != namespace(os.getpid(), kind)


def namespace(pid: int, kind: str) -> str:
    return os.readlink(f"/proc/{pid}/ns/{kind}")


def test_it_may_signal_itself_and_not_its_process_group(sandboxed, started):
    code = """
import os, signal
signal.signal(signal.SIGUSR1, lambda *_: answer.append("heard"))
answer = []
os.kill(os.getpid(), signal.SIGUSR1)
for group in (0, -1, -os.getpgrp()):
    try:
        os.kill(group, signal.SIGKILL)
    except PermissionError:
        answer.append("refused")
"""
    assert seen(started, sandboxed, code) == str(["heard", "refused", "refused", "refused"])


def test_its_files_are_its_own_and_what_python_needs(sandboxed, started):
    code = "import os\nanswer = ' '.join(sorted(os.listdir('/') + os.listdir('/bot') + os.listdir('/dev')))"
    found = set((seen(started, sandboxed, code) or "").split())
    assert found - {"lib", "lib64"} == {"bot", "dev", "usr", "bot.py", "null"}


def test_its_environment_holds_nothing_of_the_hosts(sandboxed, started, monkeypatch):
    monkeypatch.setenv("CARAVAN_SECRET_KEY", "hush")
    found = seen(started, sandboxed, "import os\nanswer = ' '.join(os.environ)")
    assert set(found.split()) - {"LC_CTYPE", "PWD"} == set(LANGUAGES["python"].environment)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("raise SystemExit(255)", "ended with an error (exit code 255)"),
        ("import os; os._exit(137)", f"crashed (signal {signal.SIGSEGV:d})"),
    ],
)
def test_an_exit_code_from_inside_is_told_from_a_signal(sandboxed, started, code, words):
    bot = started(sandboxed, code)
    assert bot.hello() is None
    assert bot.process.exit(PATIENCE).words == words


def test_a_sandbox_that_does_not_come_up_is_our_failure(sandboxed, folder):
    with (
        pytest.raises(SandboxError, match=r"Can't find source path|No such file or directory"),
        sandboxed.launch(folder / "missing", "bot.py", "python", Limits()) as process,
    ):
        process.exit(PATIENCE)


def test_a_bubblewrap_that_cannot_begin_is_our_failure_and_leaves_nothing(sandboxed, folder, monkeypatch):
    before = os.listdir("/proc/self/fd")
    monkeypatch.setattr(bubblewrap, "ISOLATION", ["--no-such-option"])
    with pytest.raises(SandboxError, match="no-such-option"):
        type(sandboxed)().launch(folder, "bot.py", "python", Limits())
    assert os.listdir("/proc/self/fd") == before


def test_other_languages_are_refused_by_name(launcher, folder):
    with pytest.raises(SandboxError, match="cobol"):
        launcher.launch(folder, "bot.cob", "cobol", Limits())


def test_threads_are_as_many_as_the_limit_with_and_without_control_groups(sandboxed, ungrouped, started):
    code = """
import threading, time
answer = 1
try:
    while True:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        answer += 1
except RuntimeError:
    pass
"""
    assert seen(started, sandboxed, code) == seen(started, ungrouped, code) == "16"


def test_memory_ends_where_the_limit_is_with_and_without_control_groups(sandboxed, ungrouped, started):
    code = """
blocks = []
try:
    while True: blocks.append(bytearray(1 << 20))
except MemoryError:
    answer = len(blocks)
    del blocks
"""
    figures = [seen(started, launcher, code) for launcher in (sandboxed, ungrouped)]
    assert all(256 <= int(figure) < 320 for figure in figures)
