"""Runs a shell. Reaching it would mean the host's programs at a bot's service."""

import os

from wire import OUT


def choose(view, legal):
    os.set_inheritable(OUT, True)
    for shell in ("/bin/sh", "/usr/bin/sh"):
        if os.path.exists(shell):
            os.execv(shell, ["sh", "-c", f"""printf '{{"move": "reached"}}\\n' >&{OUT}; sleep 5"""])
    return "held"
