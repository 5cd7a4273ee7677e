"""Changes its root folder. Reaching it would be the first step of the oldest escape from one."""

import os


def choose(view, legal):
    os.chroot("/")
    return "reached"
