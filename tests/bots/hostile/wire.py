"""Not a bot but what lies beside each: its end of the wire, found in the frame of its runner."""

import os
import sys


def out() -> int:
    """The descriptor that the referee reads."""
    frame = sys._getframe()
    while "wire" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["wire"]._to.fileno()


OUT = out()


def say(line: bytes) -> None:
    """Writes past the runner, all of it."""
    while line:
        line = line[os.write(OUT, line) :]
