"""Starts a process. Reaching it would mean work that no clock of the bot counts."""

import os


def choose(view, legal):
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return "reached"
