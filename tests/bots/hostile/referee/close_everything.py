"""Closes all its pipes and sleeps. Reaching its goal would be a referee that waits for ever."""

import os
import time


def choose(view, legal):
    os.closerange(0, 32)
    while True:
        time.sleep(60)
