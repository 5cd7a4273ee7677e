"""Writes one endless line of protocol. Reaching its goal would fill the referee's memory."""

import os


def choose(view, legal):
    while True:
        os.write(4, b"x" * 65536)
