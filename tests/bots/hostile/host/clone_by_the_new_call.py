"""Clones itself by clone3, whose flags no filter can read. Reaching it would mean processes of any kind."""

import ctypes
import os
import signal


def choose(view, legal):
    exit_signal = (ctypes.c_uint64 * 8)(0, 0, 0, 0, signal.SIGCHLD)
    child = ctypes.CDLL(None).syscall(435, exit_signal, 64)
    if child == 0:
        os._exit(0)
    return "reached" if child > 0 else "held"
