"""Answers with thousands of brackets. Reaching it would end the referee by its own stack."""

import time

from wire import say


def choose(view, legal):
    say(b'{"move":' + b"[" * 16_000 + b"\n")
    time.sleep(60)
