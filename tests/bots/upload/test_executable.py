"""Programs that are uploaded: what this machine cannot start by itself is said before anything is stored."""

import contextlib
import platform
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.errors import ForeignError, UploadError
from bots.upload.executable import Machine, check_executable
from tests.compiled import compiled
from tests.documents import example

TRIVIAL = "int main(void) { return 0; }"


def head(
    *, width: int = 2, order: int = 1, kind: int = 2, machine: str | int = "", parts: tuple[int, ...] = (1,)
) -> bytes:
    """The smallest file that looks like a program."""
    number = machine if isinstance(machine, int) else Machine[machine or platform.machine().upper()]
    start = struct.pack(
        "<4s2B10x2HI3QI3H6x", b"\x7fELF", width, order, kind, number, 1, 0, 64, 0, 0, 64, 56, len(parts)
    )
    return start + b"".join(struct.pack("<I52x", part) for part in parts)


def refusal(program: bytes) -> str:
    with pytest.raises(UploadError) as caught:
        check_executable({"bot": program}, "bot")
    return str(caught.value)


def test_a_static_program_is_taken() -> None:
    check_executable({"bot": compiled(TRIVIAL)}, "bot")
    check_executable({"bot": head()}, "bot")
    check_executable({"bot": head(kind=3)}, "bot")


def test_a_program_that_needs_libraries_is_told_how_to_do_without() -> None:
    assert "-static" in refusal(compiled(TRIVIAL, "-O1"))
    assert "musl" in refusal(head(parts=(1, 3)))


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (b"", "bot: is no Linux program"),
        (b"#!/bin/sh\n", "no Linux program (ELF): a script needs its language"),
        (b"MZ\x90", "no Linux program"),
        (b"\x7fELF", "header is cut off"),
        (head()[:-1], "damaged"),
        (head(width=1, machine="I386"), "for another machine (i386): the one here is"),
        (head(machine="RISCV"), "(riscv)"),
        (head(machine=4711), "(number 4711)"),
        (head(order=2), "for another machine"),
        (head(kind=1), "an object file"),
        (head(kind=4), "a core dump"),
        (head(parts=()), "damaged"),
        (head(parts=(2,)), "nothing to load"),
    ],
)
def test_what_cannot_run_here_is_told_why(program: bytes, words: str) -> None:
    assert words in refusal(program)


def test_a_program_for_another_machine_is_not_wrong() -> None:
    for program in (head(machine="RISCV"), head(order=2)):
        with pytest.raises(ForeignError):
            check_executable({"bot": program}, "bot")
    for program in (b"", head()[:40], head(kind=1)):
        with pytest.raises(UploadError) as caught:
            check_executable({"bot": program}, "bot")
        assert not isinstance(caught.value, ForeignError)


@given(st.binary(max_size=200), st.integers(0, 119), st.binary(max_size=8))
def test_any_head_is_taken_or_refused(tail: bytes, place: int, spoilt: bytes) -> None:
    whole = bytearray(head() + tail)
    whole[place : place + len(spoilt)] = spoilt
    with contextlib.suppress(UploadError):
        check_executable({"bot": bytes(whole)}, "bot")


def test_the_example_is_what_it_says() -> None:
    source = example("protocol.md", "c")
    assert len(source.splitlines()) <= 25
    check_executable({"bot": compiled(source)}, "bot")
