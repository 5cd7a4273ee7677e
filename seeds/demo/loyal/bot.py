"""Stays with the suit of which it holds most, and asks for that suit when it lays a Jack."""


def choose(view, legal):
    plays = [move for move in legal if move.startswith("play")]
    if plays:
        hand = view["hands"][view["seat"]]
        return max(plays, key=lambda move: company(move, hand))
    return next(move for move in ("end", "pass", "take", "draw") if move in legal)


def company(move, hand):
    """How many cards in the hand follow: a Jack's move ends with the suit that it names."""
    suit = move[-1]
    jack = move.split()[1].startswith("J")
    return sum(card[-1] == suit for card in hand), not jack
