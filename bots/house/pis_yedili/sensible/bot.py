"""A sensible player: keeps moving, saves Jacks for need, attacks with sevens, and sheds points in time.

It looks at one move at a time and gives each card that it may lay a mark; the highest is laid. What it holds
afterwards decides most: cards that would follow the one laid are turns to come.
"""

POINTS = {"J": 25, "7": 20, "A": 15, "K": 10, "Q": 10, "10": 10}
SUITS = "CDHS"


def choose(view, legal):
    plays = [move for move in legal if move.startswith("play")]
    if plays:
        table = Table(view)
        return max(plays, key=table.mark)
    for move in ("end", "pass", "take", "draw"):  # one card is enough: passing is cheaper than drawing on
        if move in legal:
            return move
    return legal[0]


def rank(card):
    return card[:-1]


def suit(card):
    return card[-1]


def points(card):
    return POINTS.get(rank(card)) or int(rank(card))


class Table:
    """What matters of a view."""

    def __init__(self, view):
        me, seats = view["seat"], view["seats"]
        self.hand = view["hands"][me]
        others = [len(hand) for seat, hand in enumerate(view["hands"]) if seat != me]
        self.nearest = min(others)
        self.next = len(view["hands"][(me + view["direction"]) % seats])
        self.two_players = seats == 2
        self.opening = view["phase"] == "opening"

    def mark(self, move):
        """How good it is to lay a card: `play 7D`, or `play JD H` to ask for hearts."""
        card, *named = move.split()[1:]
        rest = list(self.hand)
        rest.remove(card)
        if not rest:
            return 1000 * {"7": 3, "J": 2}.get(rank(card), 1)  # out, and the others pay
        follow = named[0] if named else suit(card)
        ready = sum(suit(other) == follow or rank(other) == rank(card) for other in rest)
        mark = 3 * ready + points(card) * self.danger()
        return mark if self.opening else mark + self.effect(card, rest)

    def danger(self):
        """The fewer cards somebody holds, the more it counts what is left in the own hand."""
        return {1: 1.0, 2: 0.6, 3: 0.3}.get(self.nearest, 0.1)

    def effect(self, card, rest):
        """What the special cards are worth to lay now."""
        match rank(card):
            case "J":  # fits always, so it is for the turn when nothing else does, unless time runs out
                return -15 if self.nearest > 2 else 0
            case "7":
                return 12 if self.next <= 3 else 2
            case "A":  # another card at once, if one of the same suit is there
                return 8 if any(suit(other) == suit(card) or rank(other) in "AJ" for other in rest) else -4
            case "8":
                return 8 if self.two_players or self.next <= 2 else 1
            case "10":
                return 4 if self.next <= 2 else 0
        return 0
