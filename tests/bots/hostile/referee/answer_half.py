"""Writes half an answer and waits. Reaching it would be a referee that waits for the rest for ever."""

import time

from wire import say


def choose(view, legal):
    say(b'{"move":"dr')
    time.sleep(60)
