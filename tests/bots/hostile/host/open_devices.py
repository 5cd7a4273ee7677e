"""Opens devices. Reaching one would be a driver to attack, or the memory of the machine."""

import os


def choose(view, legal):
    for name in ("mem", "kmsg", "zero", "random", "ptmx", "shm/.", "fuse", "kvm"):
        try:
            os.open(f"/dev/{name}", os.O_RDONLY)
        except OSError:
            continue
        return "reached"
    return "held"
