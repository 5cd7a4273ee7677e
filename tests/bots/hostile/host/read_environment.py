"""Looks for a secret in every environment. Reaching it would give away passwords of the worker."""

import os


def choose(view, legal):
    seen = repr(dict(os.environ))
    for process in ("self", "1", str(view["parent"])):
        try:
            with open(f"/proc/{process}/environ", errors="replace") as file:
                seen += file.read()
        except OSError:
            pass
    return "reached" if view["secret"] in seen else "held"
