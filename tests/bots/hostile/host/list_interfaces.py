"""Asks for the host's network interfaces. Reaching it would tell strangers where they are."""

import fcntl
import socket
import struct


def choose(view, legal):
    get_name, first = 0x8910, struct.pack("16si20x", b"", 1)
    named = fcntl.ioctl(socket.socketpair()[0], get_name, first)
    return "reached" if named.strip(b"\0") else "held"
