"""Looks for descriptors that it was started with. Reaching one would be a file that nobody meant to give."""

import contextlib
import os


def choose(view, legal):
    for descriptor in range(256):
        with contextlib.suppress(OSError):
            if view["secret"].encode() in os.pread(descriptor, 100, 0):
                return "reached"
    return "held"
