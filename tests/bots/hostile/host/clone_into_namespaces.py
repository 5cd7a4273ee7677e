"""Clones itself into a user namespace. Reaching it would be a process with all capabilities in there."""

import ctypes
import os
import signal


def choose(view, legal):
    new_user = 0x10000000
    child = ctypes.CDLL(None).syscall(56, new_user | signal.SIGCHLD, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    return "reached" if child > 0 else "held"
