"""A sensible player: lays out every move on its own small table and takes the one that looks best afterwards.

What looks good: a high row, cards in hand that can still be laid, a fed score pile; and rivals with low rows
who cannot go on. Finishers are for rivals with full hands, abilities for what they bring beyond their cost.
"""

VALUES = {"F": 3, "A": 4, "R": 5}
LEFT = {"X1": 2, "X2": 1, "C5": 1, "C6": 2, "C7": 3}  # what a card adds to its neighbours
RIGHT = {"X1": 2, "X2": 1, "C1": 3, "C2": 2, "C3": 1}
TRUMPS = {"SA": "X", "TA": "C", "XA": "S", "CA": "T", "NZ": "N"}
DRAWS = {"X3": 1, "X5": 1, "X6": 1.3, "X7": 1.3}
UNKNOWN = 4.5  # what a card is worth that nobody has seen
PILE = 8  # what five points in the score pile are worth, once a match


def choose(view, legal):
    if Table(view).won(view):
        return "pass"  # what stays in the hand need not be drawn again
    return max(legal, key=lambda move: Table(view).after(move))


def suits(card):
    return card[1:] if card[0] == "D" else "" if card == "NZ" else card[0]


def printed(card):
    return 4 if card[0] in "DN" else VALUES.get(card[1]) or int(card[1])


class Table:
    """What matters of a view, to be changed at will."""

    def __init__(self, view):
        self.me = view["seat"]
        self.rows = [list(row) for row in view["rows"]]
        self.hand = list(view["hands"][self.me])
        self.sizes = [len(hand) for hand in view["hands"]]
        self.markers, self.trump, self.passed = dict(view["markers"]), view["trump"], view["passed"]
        self.extra = 0  # cards to come, score piles, protection

    def values(self):
        """The current value of each card in play."""
        values = {}
        for row in self.rows:
            for at, card in enumerate(row):
                values[card] = printed(card) + self.markers.get(card, 0)
                values[card] += RIGHT.get(row[at - 1], 0) if at else 0
                values[card] += LEFT.get(row[at + 1], 0) if at + 1 < len(row) else 0
        for zero in {"C0", "S0", "T0", "X0"} & values.keys():
            values[zero] += sum(zero[0] in suits(card) for card in values)
        return values

    def worth(self, card, value):
        return value * (2 if self.trump in suits(card) else 1)

    def totals(self):
        values = self.values()
        return [sum(self.worth(card, values[card]) for card in row) for row in self.rows]

    def closed(self, seat):
        return any(card[1] == "F" for card in self.rows[seat])

    def won(self, view):
        """Whether all others have passed, behind me, and the record is mine."""
        totals = self.totals()
        mine = totals.pop(self.me)
        return sum(self.passed) == len(totals) and mine > max(*totals, view["record"])

    def after(self, move):
        """How good things look after a move; to pass changes nothing."""
        verb, *words = move.split()
        if words:
            getattr(self, verb)(*words)
        totals = self.totals()
        rivals = [
            total + (0 if self.passed[seat] or self.closed(seat) else 0.8 * UNKNOWN * self.sizes[seat])
            for seat, total in enumerate(totals)
            if seat != self.me
        ]
        mine = totals[self.me] + self.extra + self.holding() * (0.3 if self.closed(self.me) else 0.7)
        return mine - 0.6 * max(rivals) - 0.3 * sum(rivals) / len(rivals)

    def holding(self):
        """What the hand is worth, and the bonus that waits for its next card."""
        waiting = RIGHT.get(self.rows[self.me][-1], 0) if self.rows[self.me] and self.hand else 0
        return waiting + sum(self.worth(card, printed(card) or 2) for card in self.hand)

    def remove(self, *cards):
        for place in (self.hand, *self.rows):
            place[:] = [card for card in place if card not in cards]

    def play(self, card, row):
        self.remove(card)
        self.rows[int(row)].append(card)

    def ability(self, card, *targets):
        self.remove(card)
        self.trump = TRUMPS.get(card, self.trump)
        self.extra += 0.7 * UNKNOWN * DRAWS.get(card, 0)
        if card in ("T1", "T2", "T3"):
            self.markers[targets[0]] = self.markers.get(targets[0], 0) + printed(card)
        elif card == "T5":
            swap = dict([targets, targets[::-1]])
            self.rows = [[swap.get(each, each) for each in row] for row in self.rows]
        elif card == "S7":
            safe = {each for at, row in enumerate(self.rows) if self.passed[at] for each in row}
            self.remove(*(each for each, value in self.values().items() if value <= 2 and each not in safe))
        else:
            self.remove(*targets)
            if card in ("T6", "T7") or card[1] == "R":
                self.hand += targets

    def token(self, cost, action, *cards):
        self.remove(cost)
        self.extra += {"pile": PILE, "protect": 1, "exchange": 0.7 * UNKNOWN * len(cards)}.get(action, 0)
        if action != "protect":
            self.remove(*cards)
        if action == "steal":
            self.hand += cards
