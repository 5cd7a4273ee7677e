"""Starts 64 threads. Reaching that would mean that one bot can take the host's process numbers."""

import threading
import time


def choose(view, legal):
    threading.stack_size(1 << 16)
    for _ in range(64):
        try:
            threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
        except RuntimeError:
            return "held"
    return "reached"
