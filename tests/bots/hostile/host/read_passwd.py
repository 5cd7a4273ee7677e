"""Reads the host's user list. Reaching it would mean that a bot sees files of the host."""


def choose(view, legal):
    with open("/etc/passwd") as file:
        return "reached" if "root" in file.read() else "held"
