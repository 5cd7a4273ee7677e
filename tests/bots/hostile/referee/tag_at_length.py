"""Puts a page into the word beside its move. Reaching it would be a record that is its notebook."""


def choose(view, legal):
    return legal[0], "<b>" * 1_000
