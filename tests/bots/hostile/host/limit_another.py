"""Lowers another process's limits. Reaching it would make an opponent fail."""

import resource


def choose(view, legal):
    resource.prlimit(view["victim"], resource.RLIMIT_CORE, (0, 0))
    return "reached"
