"""Asks not to die with its parent. Reaching it would be a bot that survives its match."""

import ctypes


def choose(view, legal):
    parent_death_signal = 1
    return "reached" if ctypes.CDLL(None).prctl(parent_death_signal, 0, 0, 0, 0) == 0 else "held"
