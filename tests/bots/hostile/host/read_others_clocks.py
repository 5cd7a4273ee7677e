"""Reads another process's CPU clock. Reaching it would tell how long an opponent has thought."""

import time


def choose(view, legal):
    its_clock = (~view["victim"] << 3) | 2
    return "reached" if time.clock_gettime_ns(its_clock) >= 0 else "held"
