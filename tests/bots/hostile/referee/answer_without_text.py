"""Answers with bytes that are no text. Reaching it would break whoever reads the record."""

import time

from wire import say


def choose(view, legal):
    say(b'{"move":"\xff\xfe\x80"}\n')
    time.sleep(60)
