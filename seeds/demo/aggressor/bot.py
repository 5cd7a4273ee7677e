"""Hurts the next player: sevens, eights and tens while that one is short of cards, plain cards before."""

BLOWS = {"7": 3, "8": 2, "10": 1}


def choose(view, legal):
    plays = [move for move in legal if move.startswith("play")]
    if plays:
        following = (view["seat"] + view["direction"]) % view["seats"]
        short = len(view["hands"][following]) <= 4
        return max(plays, key=lambda move: blow(move, short))
    return next(move for move in ("end", "pass", "take", "draw") if move in legal)


def blow(move, short):
    """Blows first against a short hand, plain cards first while it is long; Jacks are for need."""
    rank = move.split()[1][:-1]
    strength = BLOWS.get(rank, 0)
    return (strength if short else -strength) - (rank == "J")
