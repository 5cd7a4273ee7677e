"""Answers in the name of the other seat. Reaching it would mean to play the opponent's cards."""

import json
import time

from wire import say


def choose(view, legal):
    say(json.dumps({"move": legal[0], "seat": 1 - view["seat"]}).encode() + b"\n")
    time.sleep(60)
