"""Answers before it is asked. Reaching it would shift its answers against the questions."""

from wire import say


class Bot:
    def start(self, info):
        say(b'{"move":"early"}\n')

    def choose(self, view, legal):
        return legal[0]
