"""Writes a file wherever it can. Reaching it would fill the disk, or pass notes to the next match."""

import os
import sys


def choose(view, legal):
    places = [path for path, _, _ in os.walk("/dev")] + ["/", "/bot", os.path.dirname(sys.argv[0]), *sys.path]
    for place in places:
        path = os.path.join(place, f"caravan-test-{os.getpid()}")
        try:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
        except OSError:
            continue
        os.unlink(path)
        return "reached"
    return "held"
