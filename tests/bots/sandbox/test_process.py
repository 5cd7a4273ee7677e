"""A process is ended at once, wholly, and says how it ended."""

import contextlib
import os
import select
import time

import pytest

from bots.sandbox import Ending, process
from tests.launched import PATIENCE, eventually

IDLE = "def choose(view, legal): return legal[0]"


def alive(pid: int) -> bool:
    return os.path.exists(f"/proc/{pid}")


def wait_for_the_end(pid: int) -> None:
    """Until it is a zombie, or gone."""
    with contextlib.suppress(ProcessLookupError):
        handle = os.pidfd_open(pid)
        assert select.select([handle], [], [], PATIENCE)[0]
        os.close(handle)


def fill(pipe: int) -> None:
    for _ in range(100):
        os.write(pipe, bytes(1 << 16))  # far more than any holds


def test_the_pid_is_the_bots_own(launcher, started):
    name = "import ctypes\nctypes.CDLL(None).prctl(15, b'its own name')\n"
    burn = "import time\nwhile time.process_time() < 0.1: pass\n"
    bot = started(launcher, name + burn + IDLE)
    bot.hello()
    assert time.clock_gettime(((~bot.process.pid) << 3) | 2) >= 0.1
    with open(f"/proc/{bot.process.pid}/comm") as file:
        assert file.read() == "its own name\n"


def test_it_shares_our_session_so_that_question_and_answer_need_not_queue_but_not_our_group(
    launcher, started
):
    bot = started(launcher, IDLE)
    bot.hello()
    assert os.getsid(bot.process.pid) == os.getsid(0)
    assert os.getpgid(bot.process.pid) != os.getpgid(0)


def test_a_killed_bot_is_gone_when_kill_returns(launcher, started):
    bot = started(launcher, IDLE)
    bot.hello()
    assert bot.process.kill().ending is Ending.STOPPED
    assert not alive(bot.process.pid)
    assert bot.process.exit().ending is Ending.STOPPED


def test_a_bot_can_be_killed_before_it_has_started(launcher, started):
    assert started(launcher, IDLE).process.kill().ending is Ending.STOPPED


def test_a_bot_that_has_ended_is_not_called_stopped(launcher, started):
    bot = started(launcher, "raise SystemExit(3)")
    assert bot.hello() is None
    wait_for_the_end(bot.process.pid)
    assert bot.process.kill().words == "ended with an error (exit code 3)"


def test_exit_kills_a_bot_that_only_closed_its_pipes(launcher, started):
    bot = started(launcher, "import os, time\nos.closerange(0, 32)\ntime.sleep(600)")
    bot.say({"type": "hello"})
    assert bot.process.exit(patience=0.2).ending is Ending.STOPPED


def test_the_log_can_be_read_after_the_end(launcher, started):
    bot = started(launcher, "print('last words')\nraise SystemExit")
    bot.hello()
    assert bot.process.exit().ending is Ending.FINISHED
    assert bot.log() == "last words\n"


def test_closing_gives_every_descriptor_back_and_may_be_repeated(launcher, started):
    before = set(os.listdir("/proc/self/fd"))
    bot = started(launcher, IDLE)
    bot.hello()
    bot.process.close()
    bot.process.close()
    assert set(os.listdir("/proc/self/fd")) == before


def test_pipes_never_block_the_referee(launcher, started):
    bot = started(launcher, "import time\ntime.sleep(60)")
    with pytest.raises(BlockingIOError):
        os.read(bot.process.stdout, 1)
    bot.say({"type": "hello"})
    with pytest.raises(BlockingIOError):
        fill(bot.process.stdin)


def test_a_trusted_bot_takes_its_own_children_along(started):
    from bots.sandbox.trusted import Launcher

    bot = started(
        Launcher(),
        """
        import os, time
        child = os.fork()
        if child == 0:
            time.sleep(600)
        def choose(view, legal): return str(child)
        """,
    )
    child = int(bot.move())
    bot.process.kill()
    assert eventually(lambda: not alive(child))  # for as long as its new parent takes to notice


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "ended by itself"),
        (1, "ended with an error (exit code 1)"),
        (12, "ran out of memory"),
        (-9, "ran into the kernel's CPU limit"),
        (-11, "crashed (signal 11)"),
        (-24, "ran into the kernel's CPU limit"),
        (-31, "made a forbidden system call"),
    ],
)
def test_every_code_has_its_words(code, words):
    assert process.exit_status(code).words == words
