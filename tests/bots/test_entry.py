"""The command `caravan` as a process that signals end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

RUN = "from bots.entry import main; main()"
PRESSED = """
import os, signal, sys

class Finder:
    def find_spec(self, name, *_):
        if name == "bots.cli":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
"""
"""Ctrl-C the moment that the commands are imported."""
STUCK = """
import pathlib, time

def choose(view, legal):
    pathlib.Path({asked!r}).touch()
    time.sleep(600)
"""
PATIENCE = 60.0


def test_ctrl_c_before_it_has_begun_is_quiet() -> None:
    done = subprocess.run([sys.executable, "-c", PRESSED + RUN, "games"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_it_and_nothing_temporary_is_left(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    asked, temporary = tmp_path / "asked", tmp_path / "temporary"
    temporary.mkdir()
    (tmp_path / "bot.py").write_text(STUCK.format(asked=str(asked)))
    words = ["play", str(tmp_path / "bot.py"), "house:random", "--game", "pis_yedili", "--trust"]
    command = [sys.executable, "-c", RUN, *words]
    with subprocess.Popen(
        command, env={**os.environ, "TMPDIR": str(temporary)}, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        until = time.monotonic() + PATIENCE
        while not asked.exists() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        assert asked.exists()
        assert list(temporary.iterdir()) != []
        process.send_signal(number)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert b"Traceback" not in said
    assert list(temporary.iterdir()) == []


def test_help_that_nobody_reads_ends_as_all_output_does() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", RUN, "--help"], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")
