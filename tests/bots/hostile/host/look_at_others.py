"""Asks after another process. Reaching it would tell how many bots there are, and when they come."""

import os


def choose(view, legal):
    for look in (os.getpgid, os.getsid, os.sched_getaffinity, os.sched_getscheduler):
        try:
            look(view["victim"])
        except OSError:
            continue
        return "reached"
    return "held"
