"""Takes another user id. Reaching it would mean that the bot's id is no border."""

import os


def choose(view, legal):
    for change in (os.setuid, os.setgid, os.seteuid, os.setegid):
        try:
            change(0)
        except OSError:
            continue
        return "reached"
    return "held"
