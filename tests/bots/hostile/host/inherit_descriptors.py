"""Looks for descriptors beside its own. Reaching one would be a file or socket that nobody meant to give."""

import os

from wire import IN, OUT


def choose(view, legal):
    for descriptor in set(range(3, 256)) - {IN, OUT}:
        try:
            os.fstat(descriptor)
        except OSError:
            continue
        return "reached"
    return "held"
