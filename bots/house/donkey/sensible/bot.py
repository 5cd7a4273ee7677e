"""A sensible player: sheds many cards at once, keeps its sets whole, and passes the donkey on at once.

Leading the donkey is always safe, for it never takes its own trick. In a donkey trick it lays the highest
card that cannot take it. Else each set that may be laid gets a mark; the best is laid if that is above 0.
"""

POINTS = {"J": 14, "D": 20}


def choose(view, legal):
    if "play D" in legal:
        return "play D"
    table = Table(view)
    if view["phase"] == "donkey":
        return min(legal, key=table.danger)
    best = max((move for move in legal if move != "pass"), key=table.mark, default="pass")
    return best if "pass" not in legal or table.mark(best) > 0 else "pass"


def cards_of(move):
    return move.split(" ")[1:]


def points(card):
    return POINTS.get(card) or int(card)


class Table:
    """What matters of a view."""

    def __init__(self, view):
        me = view["seat"]
        self.hand = view["hands"][me]
        self.nearest = min(len(hand) for seat, hand in enumerate(view["hands"]) if seat != me)
        self.value_of = {"J": view["rules"]["donkey_trick_joker_value"], "D": 0}
        self.highest = max((self.value(cards[0]) for cards in view["laid"] if cards), default=0)

    def value(self, card):
        """What a card is worth in a donkey trick."""
        return self.value_of[card] if card in self.value_of else int(card)

    def danger(self, move):
        """Low is good: cards too low to take the donkey trick, of these the dearest; else the lowest."""
        (card,) = cards_of(move)
        takes = self.value(card) >= self.highest
        return takes, self.value(card) if takes else -points(card)

    def mark(self, move):
        """How good it is to lay a set: cards and points go, but jokers and what is torn apart are missed."""
        cards = cards_of(move)
        if not cards:
            return 0
        number, jokers = cards[0], cards.count("J")
        left = self.hand.count(number) - cards.count(number)
        mark = 10 * len(cards) + points(number) * self.hurry()
        return mark - 6 * left - (0 if number == "J" else 30 * jokers)

    def hurry(self):
        """The fewer cards somebody holds, the more it counts what is left in the own hand."""
        return {0: 10, 1: 3, 2: 2}.get(self.nearest, 0)
