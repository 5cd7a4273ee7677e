"""Never answers. Reaching its goal would be a table that waits for ever."""

import time


def choose(view, legal):
    time.sleep(600)
