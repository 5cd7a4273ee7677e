"""Locks a page of memory. Reaching it would mean memory that the host cannot take back."""

import ctypes
import mmap


def choose(view, legal):
    page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE)
    locked = ctypes.CDLL(None).mlock(ctypes.byref(ctypes.c_char.from_buffer(page)), 4096)
    return "reached" if locked == 0 else "held"
