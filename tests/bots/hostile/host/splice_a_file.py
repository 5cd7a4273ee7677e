"""Moves pages of a file into a pipe. Reaching it would be half of the ways to write to files of others."""

import os


def choose(view, legal):
    _, pipe = os.pipe()
    with open(os.__file__, "rb") as file:
        return "reached" if os.splice(file.fileno(), pipe, 1, offset_src=0) else "held"
