"""Locks a file that all bots share. Reaching it would let two bots of one owner talk during a match."""

import fcntl
import os


def choose(view, legal):
    with open(os.__file__) as file:
        for lock in (fcntl.flock, fcntl.lockf):
            try:
                lock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                continue
            return "reached"
    return "held"
