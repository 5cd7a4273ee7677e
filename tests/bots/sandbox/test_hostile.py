"""Bots that attack: none reaches its goal in the sandbox, and most would without one."""

import ast
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.sandbox import Ending, trusted

BOTS = Path(__file__).parent.parent / "hostile"
NAMES = sorted(path.stem for path in BOTS.glob("*.py"))
SECRET = "a password that only the worker knows"  # noqa: S105 of nobody

UNENDING = {"ignore_signals", "close_everything", "flood_the_log", "flood_the_wire"}
"""They never answer: what they want is not to be ended."""

KILLED = {"keep_a_key", "load_bpf", "mount", "new_namespaces", "open_uring", "other_architecture", "trace"}
"""They make a call that the sandbox answers with death."""

NOT_WITHOUT = {
    "become_root": "whoever runs the tests may be root already",
    "load_bpf": "refused to ordinary users by many kernels",
    "mount": "would change the host",
    "open_uring": "switched off on some hosts",
    "other_architecture": "switched off on some hosts",
    "raise_limits": "allowed to some and not to others",
    "signal_others": "no signal to all leaves the sandbox, not even an empty one",
    "too_much_memory": "held for trusted bots too",
}
"""Why these prove nothing as a trusted bot, or would do harm."""


@pytest.fixture
def view(tmp_path, monkeypatch) -> Iterator[dict]:
    """What an attacker might know about the host."""
    monkeypatch.setenv("CARAVAN_SECRET_KEY", SECRET)
    other = tmp_path / "bot.py"
    other.write_text("my secret plan")
    return {"secret": SECRET, "other": str(other), "parent": os.getpid()}


def attack(launcher, started, name: str, view: dict):
    """The bot, asked for the move that is its attack."""
    bot = started(launcher, (BOTS / f"{name}.py").read_text())
    assert bot.hello() == {"ready": True}, bot.log()
    bot.start()
    bot.put_question(view)
    return bot


@pytest.mark.parametrize("name", NAMES)
def test_every_attack_says_what_reaching_its_goal_would_mean(name):
    words = ast.get_docstring(ast.parse((BOTS / f"{name}.py").read_text()))
    assert words
    assert "Reaching" in words


@pytest.mark.parametrize("name", sorted(set(NAMES) - UNENDING))
def test_no_attack_reaches_its_goal(sandboxed, started, view, name, record_property):
    record_property("probes", 1)
    bot = attack(sandboxed, started, name, view)
    answer = bot.hear()
    assert answer in (None, {"move": "held"})
    ended = bot.process.exit().ending if answer is None else None
    assert (ended is Ending.FORBIDDEN) == (name in KILLED)
    assert ended in (None, Ending.FORBIDDEN, Ending.ERROR, Ending.MEMORY)


@pytest.mark.parametrize("name", sorted(UNENDING))
def test_no_bot_escapes_its_end(launcher, started, view, name, record_property):
    record_property("probes", 1)
    bot = attack(launcher, started, name, view)
    time.sleep(0.2)
    began = time.monotonic()
    assert bot.process.kill().ending is Ending.STOPPED
    assert time.monotonic() - began < 2
    assert not os.path.exists(f"/proc/{bot.process.pid}")


@pytest.mark.parametrize("name", sorted(set(NAMES) - UNENDING - set(NOT_WITHOUT)))
def test_the_attack_is_a_real_one_that_works_without_a_sandbox(started, view, name, record_property):
    record_property("probes without a sandbox", 1)
    assert attack(trusted.Launcher(), started, name, view).hear() == {"move": "reached"}
