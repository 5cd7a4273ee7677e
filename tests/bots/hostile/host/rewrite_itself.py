"""Writes into its own script. Reaching it would mean a version that is not the one that was uploaded."""

import sys


def choose(view, legal):
    with open(sys.argv[0], "a") as script:
        return "reached" if script.write("# I was here") else "held"
