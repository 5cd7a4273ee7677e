"""The supervisor: what dies is started again, what must end ends, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from caravan.up.supervise import WILL_NOT_WORK, GaveUpError, Program, Supervisor
from tests.launched import PATIENCE, eventually

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]
IGNORE = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); "
STUBBORN = [sys.executable, "-c", IGNORE + "time.sleep(600)"]
SUPERVISED = """
import sys
from pathlib import Path
from caravan.up.supervise import Program, Supervisor
supervisor = Supervisor(Path(sys.argv[1]), print)
supervisor.listen()
code = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
for name in ("first", "second"):
    supervisor.add(Program(name, [sys.executable, "-c", code]))
supervisor.run()
supervisor.stop()
"""


@pytest.fixture
def supervisor(tmp_path):
    made = Supervisor(tmp_path, lambda line: None)
    yield made
    made.stop(patience=0.2)


def pid_of(supervisor: Supervisor) -> int:
    process = supervisor._children[0].process
    return process.pid if process else 0


def alive(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_a_killed_child_is_started_again(supervisor):
    supervisor.add(Program("sleep", SLEEP))
    first = pid_of(supervisor)
    os.kill(first, signal.SIGKILL)
    assert supervisor.run(lambda: pid_of(supervisor) not in {0, first}, seconds=PATIENCE)
    assert alive(pid_of(supervisor))


def test_what_is_owed_to_a_child_that_was_started_again_is_tried_until_it_is_done(supervisor):
    answers = [True, False, False]
    supervisor.add(Program("sleep", SLEEP, again=lambda: answers.pop()))
    supervisor.run(seconds=0.3)
    assert len(answers) == 3
    os.kill(pid_of(supervisor), signal.SIGKILL)
    assert supervisor.run(lambda: not answers, seconds=60)
    supervisor.run(seconds=0.3)  # asked once more it would have no answer


def test_a_child_that_keeps_dying_is_started_ever_more_rarely(tmp_path):
    said = []
    supervisor = Supervisor(tmp_path, said.append)
    supervisor.add(Program("brief", ["false"]))
    supervisor.run(lambda: len(said) == 3, seconds=PATIENCE)
    assert ["in 1 s" in said[0], "in 2 s" in said[1], "in 4 s" in said[2]] == [True] * 3


def test_a_child_that_cannot_work_here_is_not_started_again(supervisor):
    code = f"import sys; print('no such thing', file=sys.stderr); sys.exit({WILL_NOT_WORK})"
    supervisor.add(Program("refusing", [sys.executable, "-c", code]))
    with pytest.raises(GaveUpError, match="no such thing"):
        supervisor.run(seconds=PATIENCE)


def test_stop_ends_even_those_that_ignore_it(tmp_path):
    supervisor = Supervisor(tmp_path, lambda line: None)
    supervisor.add(Program("stubborn", STUBBORN))
    pid = pid_of(supervisor)
    assert eventually(lambda: (tmp_path / "stubborn.log").read_text())
    supervisor.stop(patience=0.2)
    assert not alive(pid)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_however_the_supervisor_ends_nothing_is_left(tmp_path, number):
    process = subprocess.Popen([sys.executable, "-c", SUPERVISED, tmp_path])
    logs = [tmp_path / "first.log", tmp_path / "second.log"]
    assert eventually(lambda: all(log.exists() and log.read_text().strip() for log in logs))
    children = [int(log.read_text()) for log in logs]
    assert all(map(alive, children))
    process.send_signal(number)
    assert process.wait(PATIENCE) == (-number if number == signal.SIGKILL else 0)
    assert eventually(lambda: not any(map(alive, children)))
