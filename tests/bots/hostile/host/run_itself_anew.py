"""Replaces itself by a fresh interpreter. Reaching its goal would mean to lose the filter and the limits."""

import os
import sys

from wire import OUT

PROBE = f"""
import os, socket
try:
    socket.socket()
    word = "reached"
except OSError:
    word = "held"
os.write({OUT}, b'{{"move": "' + word.encode() + b'"}}\\n')
"""


def choose(view, legal):
    os.set_inheritable(OUT, True)
    os.execv(sys.executable, [sys.executable, "-S", "-c", PROBE])
