"""Looks ahead in any game: deals out the cards that it cannot see, plays on to the end of the hand, compares.

`guide` is another bot, which plays by rules of thumb; here it is everybody at the table. Its move is the one
to beat. Each guess at the hidden cards is played out with the guide's move and with every rival, so that all
meet the same luck, and the worse half of the rivals is dropped again and again. Where the lead of the last
one could as well be chance, the guide's move it is.
"""

import random
from math import sqrt
from time import thread_time as clock  # unlike that of the process, exact in the sandbox as well

from referee.game import CHANCE
from referee.games import GAMES

try:
    from guide import choose as guide
except ModuleNotFoundError:

    def guide(view, legal):
        return random.choice(legal)


RESERVE = 0.1
"""The share of the bank that is kept, whatever comes,"""
UPKEEP = 0.0005
"""and the seconds for each turn to come: reading, asking the guide, answering."""
ENOUGH = 20
"""Guesses: with fewer a move is not judged. Where time is short, only some turns and moves are searched."""
UNKNOWN = 1.0
"""What a playout costs when there was no time to find out: too many seconds to begin with it."""
OUTLOOK = 500
"""Moves: no playout looks further ahead."""


class Bot:
    def start(self, info):
        self.game = GAMES[info["game"]]
        self.reserve = RESERVE * info["clocks"]["bank"]
        self.longest = info["clocks"]["move_cap"] / 2
        self.seat = info["seat"]
        self.turns, self.cost = 0, 0.0

    def choose(self, view, legal):
        began = clock()
        left = self.clock["bank"] - self.reserve - self.turns * UPKEEP
        if left <= 0:
            return guide(view, legal)
        guesses, moves = self.game.guesses(view, random), list(legal)
        self.look_forward(next(guesses), began + left / 10)
        first = guide(view, legal)  # which may do with its view what it likes: it was read before
        share, trial = left / (self.turns + 1), ENOUGH * self.cost
        budget = min(max(share, trial * len(moves)), left / 4, self.longest)
        fit = int(budget / trial) - 1
        if fit < 1 or random.random() * budget > share:
            return first
        moves.remove(first)
        return self.search(guesses, first, random.sample(moves, min(fit, len(moves))), began + budget)

    def search(self, guesses, first, rivals, until):
        """The best rival if its lead over the first move is no accident, else the first move."""
        leads = {move: [] for move in rivals}
        for stages in range(len(rivals).bit_length(), 0, -1):
            pause = clock() + (until - clock()) / stages
            while clock() < pause:
                guess = next(guesses)
                par = self.outcome(guess, first)
                for move in rivals:
                    leads[move].append(self.outcome(guess, move) - par)
            rivals.sort(key=lambda move: sum(leads[move]), reverse=True)
            del rivals[(len(rivals) + 1) // 2 :]
        lead = leads[rivals[0]]
        return rivals[0] if sum(lead) > sqrt(sum(each * each for each in lead)) else first

    def outcome(self, guess, move):
        """This seat's points against the others' at the end of the hand."""
        table = guess.copy()
        table.play(move)
        for _ in range(OUTLOOK):
            if table.turn is None or (table.turn == CHANCE and new_hand(table.act)):
                break
            go_on(table)
        points = table.points()
        return points[self.seat] * table.seats - sum(points)

    def look_forward(self, table, until):
        """Every few turns: how often this seat will yet be asked, and what a playout of one hand costs."""
        self.turns -= 1
        if self.turns > 0 and self.turns % 8:
            return
        began, hands, self.turns = clock(), 1, 0
        while table.turn is not None and clock() < until:
            hands += table.turn == CHANCE and new_hand(table.act)
            self.turns += go_on(table) == self.seat
        self.cost = (clock() - began) / hands if table.turn is None else UNKNOWN


def new_hand(act):
    """Whether the whole pack is dealt anew: what then comes is nobody's merit."""
    return len(act.cards) == len(act.pack)


def go_on(table):
    """Plays one move; the seat that had to choose it, if there was a choice."""
    if table.turn == CHANCE:
        table.apply(table.deal(random))
        return None
    legal, seat = table.legal(), table.turn
    if len(legal) == 1:
        table.apply(legal[0])
        return None
    table.apply(guide(table.view(seat), legal))
    return seat
