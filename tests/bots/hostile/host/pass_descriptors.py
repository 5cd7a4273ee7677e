"""Puts descriptors under way in a socket. Reaching it would mean open files beyond any limit."""

import socket


def choose(view, legal):
    one, other = socket.socketpair()
    socket.send_fds(one, [b"x"], [other.fileno()])
    return "reached"
