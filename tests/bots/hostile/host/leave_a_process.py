"""Leaves a process behind that outlives it by two seconds. Reaching it would be a stranger on the host."""

import os
import time


def choose(view, legal):
    if os.fork() == 0:
        os.setsid()
        os.closerange(0, 32)
        time.sleep(2)
        os._exit(0)
    return "reached"
