"""Sends a datagram to a socket in a file. Reaching it would forge the host's log, where bots may see it."""

import socket


def choose(view, legal):
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)  # no other socket may be made
    return "reached" if pair[0].sendto(b"x", view["socket"]) else "held"
