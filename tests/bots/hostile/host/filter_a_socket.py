"""Loads a filter onto a socket. Reaching it would mean a program of the bot's own in the kernel."""

import ctypes
import socket
import struct


def choose(view, legal):
    accept_all = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0xFFFF))
    attach, program = 26, struct.pack("HxxxxxxQ", 1, ctypes.addressof(accept_all))
    socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, attach, program)
    return "reached"
