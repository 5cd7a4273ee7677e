"""Asks how busy the host is. Reaching it would be a channel: one bot starts threads, another counts them."""

import ctypes


def choose(view, legal):
    return "reached" if ctypes.CDLL(None).sysinfo(ctypes.create_string_buffer(512)) == 0 else "held"
