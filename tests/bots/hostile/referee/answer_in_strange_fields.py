"""Answers with a field whose name is codes. Reaching it would act on the screen of whoever reads why."""

import json
import time

from wire import say


def choose(view, legal):
    say(json.dumps({"move": legal[0], "\x1b[2J\0\n<script>" * 500: 1}).encode() + b"\n")
    time.sleep(60)
