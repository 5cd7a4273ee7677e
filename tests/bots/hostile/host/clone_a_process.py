"""Clones itself past the C library. Reaching it would mean a process that no clock of the bot counts."""

import ctypes
import os
import signal


def choose(view, legal):
    child = ctypes.CDLL(None).syscall(56, signal.SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    return "reached" if child > 0 else "held"
