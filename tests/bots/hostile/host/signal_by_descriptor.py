"""Lets the kernel signal another process for it. Reaching it would end an opponent's match."""

import fcntl
import os
import signal


def choose(view, legal):
    pipe, _ = os.pipe()
    fcntl.fcntl(pipe, fcntl.F_SETOWN, view["victim"])
    fcntl.fcntl(pipe, fcntl.F_SETSIG, signal.SIGCONT)
    fcntl.fcntl(pipe, fcntl.F_SETFL, os.O_ASYNC)
    return "reached"
