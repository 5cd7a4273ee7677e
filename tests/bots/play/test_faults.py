"""Blames and their words."""

import pytest

from bots.play.faults import Blame, ended, fault
from bots.sandbox import Ending, ExitStatus


def test_every_blame_has_a_code_and_a_sentence() -> None:
    assert len({blame.sentence for blame in Blame}) == len(Blame)
    assert fault(Blame.IDLE, "20 s").code == "idle"
    assert fault(Blame.IDLE, "20 s").reason == "let its time pass without working: 20 s"


@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (ExitStatus(Ending.ERROR, code=1), "crashed", "ended with an error (exit code 1): KeyError: 7"),
        (ExitStatus(Ending.CRASHED, signal=11), "crashed", "crashed (signal 11): KeyError: 7"),
        (ExitStatus(Ending.FINISHED, code=0), "crashed", "ended by itself: KeyError: 7"),
        (ExitStatus(Ending.STOPPED, signal=9), "crashed", "closed its output: KeyError: 7"),
        (ExitStatus(Ending.MEMORY, code=12), "memory", "ran out of memory: KeyError: 7"),
        (
            ExitStatus(Ending.FORBIDDEN, signal=31),
            "forbidden",
            ": it made a forbidden system call: KeyError: 7",
        ),
        (ExitStatus(Ending.CPU, signal=9), "cpu", ": it ran into the kernel's CPU limit: KeyError: 7"),
    ],
)
def test_an_end_is_blamed_with_the_bots_last_words(status: ExitStatus, code: str, reason: str) -> None:
    assert ended(status, "KeyError: 7").code == code
    assert ended(status, "KeyError: 7").reason.endswith(reason)
    assert not ended(status).reason.endswith(": ")


@pytest.mark.parametrize(
    "words",
    [
        "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
        "fatal error: runtime: out of memory",
        "terminate called after throwing an instance of 'std::bad_alloc'",
        "memory allocation of 1073741824 bytes failed",
    ],
)
def test_a_crash_for_want_of_memory_is_told_by_its_last_words(words: str) -> None:
    for status in (ExitStatus(Ending.CRASHED, signal=11), ExitStatus(Ending.ERROR, code=2)):
        assert ended(status, words).code == "memory"
        assert ended(status, words).reason.endswith(f"{status.words}: {words}")
    assert ended(ExitStatus(Ending.FORBIDDEN, signal=31), words).code == "forbidden"


def test_a_start_that_fails_says_how_it_ended() -> None:
    caught = ended(ExitStatus(Ending.ERROR, code=1), "KeyError: 7", blame=Blame.STARTUP)
    assert caught.code == "startup"
    assert caught.reason == "did not get ready to play: it ended with an error (exit code 1): KeyError: 7"
