"""Opens more files than it may. Reaching 64 would mean that pipes can be made a store of kernel memory."""

import os


def choose(view, legal):
    for _ in range(64):
        try:
            os.open(os.devnull, os.O_RDONLY)
        except OSError:
            return "held"
    return "reached"
