"""Answers without end. Reaching its goal would fill the referee's memory, or keep it reading."""

from wire import say


def choose(view, legal):
    while True:
        say(b'{"move":"draw"}\n' * 1_000)
