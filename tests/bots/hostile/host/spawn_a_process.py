"""Spawns another interpreter. Reaching it would mean the memory and the threads of two bots."""

import os
import sys


def choose(view, legal):
    child = os.posix_spawn(sys.executable, [sys.executable, "-S", "-c", ""], os.environ)
    os.waitpid(child, 0)
    return "reached"
