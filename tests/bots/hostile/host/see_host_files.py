"""Asks which files the host has. Reaching it would tell which programs and users there are."""

import os


def choose(view, legal):
    for path in ("/etc/passwd", "/usr/bin/su", "/home", "/root", view["other"]):
        try:
            os.stat(path)
        except OSError:
            continue
        return "reached"
    return "held"
