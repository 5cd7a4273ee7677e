"""Takes all memory, threads and files, and stays. Reaching it would be an opponent that cannot play."""

import contextlib
import os
import threading
import time

kept = []


def take(megabytes, threads, files):
    for _ in range(threads):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    kept.extend(os.open(os.devnull, os.O_RDONLY) for _ in range(files))
    kept.extend(bytearray(b"x" * (1 << 20)) for _ in range(megabytes))


def choose(view, legal):
    if view["second"]:
        take(64, 1, 1)
        return "held"
    for greed in ((0, 64, 0), (0, 0, 64), (512, 0, 0)):
        with contextlib.suppress(MemoryError, RuntimeError, OSError):
            take(*greed)
    return "held"
