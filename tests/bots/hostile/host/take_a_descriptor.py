"""Copies an open file of the referee's. Reaching it would give whatever the worker has open."""

import ctypes
import os


def choose(view, legal):
    libc = ctypes.CDLL(None)
    process = libc.syscall(434, view["parent"], 0)  # pidfd_open
    copy = libc.syscall(438, process, view["descriptor"], 0)  # pidfd_getfd
    return "reached" if view["secret"].encode() in os.pread(copy, 100, 0) else "held"
