"""Raises its own limits again. Reaching it would make every limit a wish."""

import resource


def choose(view, legal):
    for which in (resource.RLIMIT_AS, resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE):
        hard = resource.getrlimit(which)[1]
        try:
            resource.setrlimit(which, (hard + 1, hard + 1))
        except (OSError, ValueError):
            continue
        return "reached"
    return "held"
