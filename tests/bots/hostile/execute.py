"""Runs a shell. Reaching it would mean the host's programs at a bot's service."""

import os


def choose(view, legal):
    os.set_inheritable(4, True)
    for shell in ("/bin/sh", "/usr/bin/sh"):
        if os.path.exists(shell):
            os.execv(shell, ["sh", "-c", """printf '{"move": "reached"}\\n' >&4; sleep 5"""])
    return "held"
