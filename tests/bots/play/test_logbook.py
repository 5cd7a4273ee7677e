"""The logs that owners read."""

import base64
import random

import pytest

from bots.play.logbook import TAIL, Logbook, decoded
from tournaments.services import logs


def test_prints_belong_to_the_question_before_which_they_ended() -> None:
    book = Logbook(1000)
    book.hear(b"loading\n")
    book.question(1).answer = "draw"
    book.hear(b"hm\n")
    book.hear(b"yes\n")
    book.question(2)
    lines = decoded(book.encoded())
    assert [(line.number, line.answer, line.prints) for line in lines] == [
        (0, "", "loading\n"),
        (1, "draw", "hm\nyes\n"),
        (2, "", ""),
    ]


def test_a_traceback_is_told_from_prints() -> None:
    book = Logbook(1000)
    book.question(1)
    book.hear(b"hm\nTraceback (most recent call last):\n  File x\nValueError: no\n")
    assert book.fell() == "ValueError: no"
    assert book.lines[-1].prints == "hm\n"
    assert book.lines[-1].traceback.startswith("Traceback (most recent call last):\n  File")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (b"", ""),
        (b"\n \n", ""),
        (b"one\ntwo\n\n", "two"),
        (b"  | ExceptionGroup: g\n    | TypeError: 2\n    +------------------\n", "TypeError: 2"),
        (b"\x1b[2Jgone\x07\n", "\\x1b[2Jgone\\x07"),
        (b"x" * 5000, "x" * 199 + "…"),
        (b"hm\nFATAL ERROR: heap\n----- Native stack trace -----\n 1: 0xb9a [node]\n", "FATAL ERROR: heap"),
        (b"panic: no\n\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/a.go:3\nexit status 2\n", "panic: no"),
    ],
)
def test_last_words_are_one_printable_line(said: bytes, words: str) -> None:
    book = Logbook(9999)
    book.hear(said)
    assert book.fell() == words


def test_the_log_of_a_long_match_is_one_that_a_desk_takes() -> None:
    dice = random.Random(1)
    book = Logbook(64 << 10)
    for number in range(1, 5_000):
        line = book.question(number)
        line.ms, line.bank, line.answer = dice.randrange(999) / 1000, 1.234, "draw"
        line.tag = "".join(chr(dice.randrange(0x4E00, 0x9FA0)) for _ in range(24))
        book.hear(dice.randbytes(8))
    assert len(base64.b64decode(book.encoded())) < logs.PACKED
    assert decoded(book.encoded())[1].tag


def test_what_does_not_fit_is_counted_but_a_traceback_is_kept() -> None:
    book = Logbook(10)
    book.question(1)
    book.hear(b"x" * 100_000)
    book.hear(b"Traceback (most recent call last):\nValueError: no\n")
    assert book.fell() == "ValueError: no"
    line = decoded(book.encoded())[-1]
    assert line.traceback.startswith("Traceback")
    assert len(line.prints) < TAIL + 200
    assert "bytes more than fit were printed]" in line.traceback + line.prints


def test_any_bytes_can_be_logged() -> None:
    book = Logbook(1000)
    book.hear(bytes(range(256)) + "ü\u2028\n".encode())
    text = decoded(book.encoded())[0].prints
    assert "\0" not in text
    assert text.endswith("ü\u2028\n")
