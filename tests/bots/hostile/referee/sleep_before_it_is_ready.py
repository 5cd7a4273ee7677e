"""Never gets ready. Reaching its goal would be a match that never begins."""

import time

time.sleep(600)


def choose(view, legal):
    return legal[0]
