"""Stops itself. Reaching its goal would be a bot that no signal but one can end."""

import os
import signal


def choose(view, legal):
    os.kill(os.getpid(), signal.SIGSTOP)
    return legal[0]
