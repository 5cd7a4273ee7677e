"""Answers once more when the match is over. Reaching it would put a move into the next match."""

from wire import say


class Bot:
    def choose(self, view, legal):
        return legal[0]

    def over(self, result):
        say(b'{"move":"late"}\n')
