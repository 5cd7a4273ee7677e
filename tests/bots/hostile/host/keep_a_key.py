"""Puts a key into the kernel's keyring. Reaching it would let a bot leave messages for its next match."""

import ctypes


def choose(view, legal):
    process_keyring = -2
    added = ctypes.CDLL(None).syscall(248, b"user", b"caravan-test", b"note", 4, process_keyring)
    return "reached" if added > 0 else "held"
