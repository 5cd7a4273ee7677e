"""Answers with NaN, which Python's decoder takes. Reaching it would be a record that others cannot read."""

import time

from wire import say


def choose(view, legal):
    say(b'{"move":NaN}\n')
    time.sleep(60)
