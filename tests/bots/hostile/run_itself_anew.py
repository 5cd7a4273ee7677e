"""Replaces itself by a fresh interpreter. Reaching its goal would mean to lose the filter and the limits."""

import os
import sys

PROBE = """
import os, socket
try:
    socket.socket()
    word = "reached"
except OSError:
    word = "held"
os.write(4, b'{"move": "' + word.encode() + b'"}\\n')
"""


def choose(view, legal):
    os.set_inheritable(4, True)
    os.execv(sys.executable, [sys.executable, "-S", "-c", PROBE])
