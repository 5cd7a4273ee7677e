"""Sleeps on a page of a file that all bots map, and is woken. Reaching it would be talk across a table."""

import ctypes
import mmap
import os
import threading
import time

FUTEX, WAIT, WAKE = 202, 0, 1
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p


def choose(view, legal):
    with open(os.__file__, "rb") as file:
        page = libc.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_SHARED, file.fileno(), 0)
    bell = ctypes.c_uint32.from_address(page + view["number"] % 1024 * 4)
    at = ctypes.byref(bell)
    if not view["second"]:
        threading.Thread(target=libc.syscall, args=(FUTEX, at, WAIT, bell, None), daemon=True).start()
        return "held"
    tries = (time.sleep(0.02) or libc.syscall(FUTEX, at, WAKE, 1, None) for _ in range(50))
    return "reached" if any(woken > 0 for woken in tries) else "held"
