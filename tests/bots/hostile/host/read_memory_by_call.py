"""Reads the referee's memory without /proc. Reaching it would be the end of hidden cards."""

import ctypes


def choose(view, legal):
    note = ctypes.create_string_buffer(len(view["secret"]))
    here = (ctypes.c_uint64 * 2)(ctypes.addressof(note), len(note))
    there = (ctypes.c_uint64 * 2)(view["address"], len(note))
    ctypes.CDLL(None).process_vm_readv(view["parent"], here, 1, there, 1, 0)
    return "reached" if note.raw.decode() == view["secret"] else "held"
