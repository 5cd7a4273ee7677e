"""Ignores every signal and burns. Reaching its goal would be a bot that cannot be ended."""

import contextlib
import signal


def choose(view, legal):
    for number in range(1, signal.NSIG):
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)
    while True:
        pass
