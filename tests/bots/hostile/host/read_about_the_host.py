"""Reads what kernel and host say of themselves. Reaching it would help to plan an attack."""

import os


def choose(view, legal):
    for path in (
        "/proc/self/mountinfo",
        "/proc/net/tcp",
        "/sys/kernel/notes",
        "/etc/machine-id",
        "/etc/hosts",
    ):
        try:
            os.open(path, os.O_RDONLY)
        except OSError:
            continue
        return "reached"
    return "held"
