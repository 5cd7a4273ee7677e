"""Answers with half of a pair of code units. Reaching it would break whoever encodes it again."""

import time

from wire import say


def choose(view, legal):
    say(b'{"move":"\\ud800"}\n')
    time.sleep(60)
