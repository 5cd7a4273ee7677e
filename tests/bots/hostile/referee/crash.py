"""Writes over its own memory in C. Reaching its goal would take more with it than itself."""

import ctypes


def choose(view, legal):
    ctypes.memset(ctypes.create_string_buffer(8), 65, 1 << 30)
    return legal[0]
