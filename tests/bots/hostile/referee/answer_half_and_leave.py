"""Writes half an answer and is gone. Reaching it would be half a move, or a referee in error."""

import os

from wire import say


def choose(view, legal):
    say(b'{"move":"dr')
    os._exit(0)
