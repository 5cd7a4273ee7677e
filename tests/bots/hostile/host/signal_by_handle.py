"""Kills another process by its handle. Reaching it would end an opponent's match."""

import os
import signal


def choose(view, legal):
    signal.pidfd_send_signal(os.pidfd_open(view["victim"]), signal.SIGCONT)
    return "reached"
