"""Is gone in the middle of a match, without an error. Reaching its goal would be a match without an end."""

import os


def choose(view, legal):
    os._exit(0)
