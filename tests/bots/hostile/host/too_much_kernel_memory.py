"""Fills sockets that nobody reads. Reaching 64 MB would mean that the kernel can be starved."""

import contextlib
import socket


def choose(view, legal):
    filled, pairs = 0, []
    while filled < 64 << 20:
        try:
            pairs.append(socket.socketpair())
        except OSError:
            return "held"
        for end in pairs[-1]:
            end.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    filled += end.send(bytes(1 << 16))
    return "reached"
