"""Answers with a line longer than any may be. Reaching it would fill memory, or a record."""

import time

from wire import say


def choose(view, legal):
    say(b'{"move":"' + b"x" * 20_000 + b'"}\n')
    time.sleep(60)
