"""Answers in UTF-16, which some decoders guess. Reaching it would be one line that two read as two."""

import json
import time

from wire import say


def choose(view, legal):
    say(json.dumps({"move": legal[0]}).encode("utf-16") + "\n".encode("utf-16-le"))
    time.sleep(60)
