"""Signals all others, its parent and another process. Reaching one would end other matches."""

import os
import signal


def choose(view, legal):
    for target, number in ((-1, 0), (0, 0), (os.getppid() or -1, 0), (view["victim"], signal.SIGCONT)):
        try:
            os.kill(target, number)
        except OSError:
            continue
        return "reached"
    return "held"
