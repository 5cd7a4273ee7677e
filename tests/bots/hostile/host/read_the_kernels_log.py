"""Asks for the kernel's log. Reaching it would tell addresses in the kernel, and what else goes on."""

import ctypes


def choose(view, legal):
    size_of_it = 10
    return "reached" if ctypes.CDLL(None).klogctl(size_of_it, None, 0) > 0 else "held"
