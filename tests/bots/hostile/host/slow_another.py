"""Lowers another process's priority. Reaching it would make an opponent lose on time."""

import os


def choose(view, legal):
    os.setpriority(os.PRIO_PROCESS, view["victim"], 19)
    return "reached"
