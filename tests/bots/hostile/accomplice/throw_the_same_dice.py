"""Throws dice before any are given. Reaching it would be two bots that bluff as one without a word."""

import random
import secrets

try:
    from numpy.random import random as another
except ImportError:
    another = random.random
DICE = [random.random(), another(), secrets.randbits(64)]


def choose(view, legal):
    if not view["second"]:
        return " ".join(map(str, DICE))
    return "reached" if set(map(str, DICE)) & set(view["first"].split()) else "held"
