"""Plays the move that looks best by a rule of thumb, and remembers what the others do. Make it better."""

from collections import Counter

IDLE = {"pass", "end", "draw", "discard", "taccs"}
"""For when nothing else can be done: most of these end the turn."""


class Bot:
    """One object plays one match."""

    def start(self, info):
        """The match begins: `info` holds game, rules, clocks, seats, match, seat and dice_seed."""
        self.me = info["seat"]
        self.waits = Counter()

    def choose(self, view, legal):
        """One of `legal`, the moves that are allowed now, with a word to find it by in your log.

        `view` is what your seat knows of the table; `self.news` is what happened since you were last asked,
        your own move too, and `self.clock` what time is left.
        """
        self.waits.update(item["seat"] for item in self.news if is_idle(item["move"]))
        move = max(legal, key=promise)
        return move, "waits" if is_idle(move) else "acts"

    def over(self, result):
        """The match has ended: points and ranks, by seat. What is printed is in the log of the match."""
        print("rank", result["ranks"][self.me], "waited", self.waits[self.me], "of", self.waits.total())


def is_idle(move):
    """Whether little happens with it."""
    return move.split()[0] in IDLE


def promise(move):
    """How good a move looks by its words alone: doing beats waiting, and many cards beat few."""
    return not is_idle(move), len(move.split())
