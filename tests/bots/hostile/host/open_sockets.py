"""Opens a socket of any family. Reaching it would mean network, or a large part of the kernel to attack."""

import socket


def choose(view, legal):
    for family in range(1, 46):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            try:
                socket.socket(family, kind).close()
            except OSError:
                continue
            return "reached"
    return "held"
