"""`docs/sandbox.md` is true: its tables are compared with the code."""

import re
import resource
from pathlib import Path

import pytest

from bots.play.clock import Clocks
from bots.play.faults import Blame
from bots.sandbox import Limits, bubblewrap, landlock, selftest
from bots.sandbox.languages import ROOM
from bots.sandbox.remedies import REMEDIES
from tournaments.models import Attempt

PAGE = (Path(__file__).parents[3] / "docs" / "sandbox.md").read_text()


def rows(head: str) -> list[list[str]]:
    """The cells of the table with this first line, without the marks of code and emphasis."""
    (table,) = re.findall(rf"^\| {re.escape(head)}.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip(" `*") for cell in row.strip("|").split("|")] for row in table.splitlines()]


def test_every_verdict_of_a_bot_is_there_with_its_sentence():
    assert [row[:2] for row in rows("code |")] == [[blame.value, blame.sentence] for blame in Blame]


def test_every_end_of_an_attempt_that_is_ours_is_there():
    ours = {Attempt.State.FAILED, Attempt.State.LOST}
    assert {row[0] for row in rows("state |")} == {state.value for state in ours}


def test_the_limits_are_those_that_are_set():
    told = {row[0]: row[1] for row in rows("limit |")}
    limits = Limits()
    assert told["memory"] == str(limits.memory >> 20)
    assert (told["threads"], told["files"]) == (str(limits.threads), str(limits.files))
    sizes = [told[name] for name in ("line, written", "line, sent", "log")]
    assert sizes == [str(size >> 10) for size in (limits.line_in, limits.line_out, limits.log)]
    assert told["stack of the first thread"] == str(bubblewrap.STACK >> 20)
    assert f"{ROOM >> 20} MB more for libraries" in PAGE


def test_every_limit_of_the_kernel_is_named_and_exists():
    cells = " ".join(row[3] for row in rows("limit |"))
    named = set(re.findall(r"\b[A-Z]{2,}\b", cells.replace("RLIMIT_", ""))) - {"MB"}
    assert named == {*bubblewrap.rlimits(Limits()), "CPU"}
    assert all(hasattr(resource, f"RLIMIT_{name}") for name in named)


def test_the_clocks_are_the_defaults():
    told = {name: float(default) for name, default, *_ in rows("clock |")}
    assert told == {name: getattr(Clocks(), name) for name in Clocks.__struct_fields__}


def test_the_rungs_are_those_that_can_be_taken(monkeypatch):
    rungs = [row[0] for row in rows("rung |")]
    for name in rungs[:2]:
        monkeypatch.setenv("CARAVAN_SANDBOX", name)
        assert selftest.wanted() == name
    assert rungs[2:] == ["none"]
    assert f"version {landlock.NEEDED}, Linux 6.12" in PAGE
    assert f"16 and {landlock.OTHERS} more" in PAGE


@pytest.mark.parametrize(
    "part", sorted(set(REMEDIES) - {"CLONE_NEW", "CARAVAN_SANDBOX says", "Landlock could not be set up"})
)
def test_every_complaint_is_in_the_table(part):
    said = [re.split(r", |; | is missing", row[0]) for row in rows("it says |")]
    words = part.removesuffix(" is missing")
    assert [cell for row in said for cell in row if words in cell or cell in part], part
