"""Closes all but its output, answers, waits. Reaching its goal would break the referee that writes to it."""

import os
import time

from wire import OUT, say


def choose(view, legal):
    os.closerange(0, OUT)
    os.closerange(OUT + 1, 64)
    say(b'{"move":"' + legal[0].encode() + b'"}\n')
    time.sleep(60)
