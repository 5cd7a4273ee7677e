"""Makes a System V memory segment. Reaching it would leave memory behind after the match."""

import ctypes


def choose(view, legal):
    libc = ctypes.CDLL(None)
    segment = libc.shmget(0, 4096, 0o1600)
    if segment < 0:
        return "held"
    libc.shmctl(segment, 0, None)
    return "reached"
