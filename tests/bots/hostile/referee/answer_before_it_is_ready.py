"""Answers instead of getting ready. Reaching it would be a move before any question."""

from wire import say

say(b'{"move":"early"}\n')


def choose(view, legal):
    return legal[0]
