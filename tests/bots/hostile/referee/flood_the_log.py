"""Prints without end. Reaching its goal would fill the referee's memory, or hang it."""


def choose(view, legal):
    while True:
        print("x" * 65536)
