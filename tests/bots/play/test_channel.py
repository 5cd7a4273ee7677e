"""Scripted transcripts: what a bot may write, and when."""

import os
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from bots.errors import LineTooLongError
from bots.play.channel import Channel, Closed
from bots.sandbox import Limits
from referee.match import Fault


class Far:
    """The other end of a channel, played by the test."""

    def __init__(self) -> None:
        (self.stdin, to), (out, self.stdout), (log, self.stderr) = os.pipe(), os.pipe(), os.pipe()
        for fd in (self.stdin, to, out, log):
            os.set_blocking(fd, False)
        self.heard = b""
        self._near = SimpleNamespace(stdin=to, stdout=out, stderr=log)
        self.channel = Channel(self._near, Limits(line_in=100), self._hear)  # type: ignore[arg-type]

    def _hear(self, chunk: bytes) -> None:
        self.heard += chunk

    def say(self, words: bytes) -> None:
        if words:
            os.write(self.stdout, words)

    def receive(self, *later: bytes) -> bytes:
        """What the channel receives while the bot writes these, one at each tick."""
        script = iter(later)
        return self.channel.receive(lambda: self.say(next(script, b"")))

    def hang_up(self) -> None:
        os.close(self.stdout)
        self.stdout = -1

    def close(self) -> None:
        for fd in (self.stdin, self.stdout, self.stderr, *vars(self._near).values()):
            if fd >= 0:
                os.close(fd)


@pytest.fixture
def far() -> Iterator[Far]:
    far = Far()
    yield far
    far.close()


def fault(act: Any, *arguments: Any) -> str:
    with pytest.raises(Fault) as caught:
        act(*arguments)
    assert caught.value.code == "output"
    return caught.value.reason


def test_question_and_answer(far: Far) -> None:
    far.channel.send(b"question\n")
    assert os.read(far.stdin, 100) == b"question\n"
    assert far.receive(b"answer\n") == b"answer"
    far.channel.expect_silence()


def test_an_answer_may_come_in_pieces(far: Far) -> None:
    assert far.receive(b"an", b"sw", b"er\n") == b"answer"


def test_a_second_line_is_a_fault(far: Far) -> None:
    assert "a second line: more" in fault(far.receive, b"answer\nmore\n")


def test_part_of_a_second_line_is_a_fault(far: Far) -> None:
    assert "a second line: m" in fault(far.receive, b"answer\nm")


@pytest.mark.parametrize("early", [b"answer\n", b"a"])
def test_an_answer_before_the_question_is_a_fault(far: Far, early: bytes) -> None:
    far.say(early)
    assert "nobody had asked for a" in fault(far.channel.expect_silence)


def test_an_answer_to_a_question_that_was_not_read_is_a_fault(far: Far) -> None:
    for _ in range(3):
        far.channel.send(b"x" * (60 << 10))
    assert "it has not read what it answers: blind" in fault(far.receive, b"blind\n")


@pytest.mark.parametrize("flood", [b"x" * 101, b"x" * 101 + b"\n"])
def test_a_line_beyond_the_cap_is_a_fault(far: Far, flood: bytes) -> None:
    assert "a line of more than 100 bytes: xxx" in fault(far.receive, flood)


def test_a_line_of_the_cap_is_none(far: Far) -> None:
    assert far.receive(b"x" * 100 + b"\n") == b"x" * 100


def test_a_long_line_in_pieces_is_a_fault(far: Far) -> None:
    assert "more than 100" in fault(far.receive, b"x" * 60, b"x" * 60)


def test_a_bot_that_leaves_is_noticed(far: Far) -> None:
    far.say(b"half a li")
    far.hang_up()
    with pytest.raises(Closed):
        far.receive()


def test_a_last_answer_counts(far: Far) -> None:
    far.say(b"answer\n")
    far.hang_up()
    assert far.receive() == b"answer"
    with pytest.raises(Closed):
        far.channel.expect_silence()


def test_prints_are_heard_before_the_answer_that_followed_them(far: Far) -> None:
    os.write(far.stderr, b"thinking\n")
    far.say(b"answer\n")
    assert far.receive() == b"answer"
    assert far.heard == b"thinking\n"


def test_the_first_look_at_a_bot_comes_soon_and_the_others_seldom(far: Far) -> None:
    patience: list[int] = []

    class Poll:
        def poll(self, milliseconds: int) -> list[tuple[int, int]]:
            patience.append(milliseconds)
            return []

    def tick() -> None:
        if len(patience) == 4:
            raise TimeoutError

    far.channel._poll = Poll()  # type: ignore[assignment]
    with pytest.raises(TimeoutError):
        far.channel.receive(tick)
    assert patience == [1, 50, 50, 50]


def test_a_log_that_never_ends_does_not_keep_the_clock_from_ticking(far: Far) -> None:
    def tick() -> None:
        os.write(far.stderr, b"x")
        if len(far.heard) > 20:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        far.channel.receive(tick)


def test_a_bot_that_closes_its_log_still_plays(far: Far) -> None:
    os.close(far.stderr)
    far.stderr = -1
    assert far.receive(b"answer\n") == b"answer"


def test_questions_that_the_pipe_has_no_room_for_are_kept_in_order(far: Far) -> None:
    lines = [bytes([65 + n]) * 60_000 + b"\n" for n in range(4)]
    for line in lines:
        far.channel.send(line)
    got = b""

    def read() -> None:
        nonlocal got
        try:
            got += os.read(far.stdin, 1 << 20)
        except BlockingIOError:
            far.say(b"answer\n")

    assert far.channel.receive(read) == b"answer"
    assert got == b"".join(lines)


def test_a_bot_that_closes_its_input_may_still_answer(far: Far) -> None:
    os.close(far.stdin)
    far.stdin = -1
    far.channel.send(b"question\n")
    assert far.receive(b"answer\n") == b"answer"


def test_a_line_of_ours_that_is_too_long_is_our_error(far: Far) -> None:
    with pytest.raises(LineTooLongError):
        far.channel.send(b"x" * (Limits().line_out + 1))


def test_a_bot_that_closes_its_input_does_not_keep_the_referee_busy(far: Far) -> None:
    for _ in range(3):
        far.channel.send(b"x" * 40_000)  # more than a pipe holds
    while far.channel._blocked:
        os.read(far.stdin, 1 << 17)
        far.channel.expect_silence()
    os.close(far.stdin)
    far.stdin = -1
    began = time.monotonic()
    far.receive(*[b""] * 4, b"{}\n")
    assert time.monotonic() - began > 0.1
