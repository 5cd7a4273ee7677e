"""Leaves a note in a module that all import. Reaching it would be memory that goes from match to match."""

import os
import random


def choose(view, legal):
    note = f"note {view['number']}"
    if view["second"]:
        return "reached" if note in vars(random) or note in os.environ else "held"
    setattr(random, note, True)
    os.environ[note] = "1"
    return "held"
