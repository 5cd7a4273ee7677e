"""Answers twice. Reaching it would leave an answer for a question that it has not seen."""

import json
import time

from wire import say


def choose(view, legal):
    say(2 * (json.dumps({"move": legal[0]}).encode() + b"\n"))
    time.sleep(60)
