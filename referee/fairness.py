"""Cards that can be checked: they follow from seeds, and a season's seeds from one secret.

Its hash is published before anything is drawn, so nobody can choose it afterwards.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from random import Random

from referee.game import Game, Move


def new_secret() -> str:
    """256 random bits in hex."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """The hash that is published first: SHA-256 of the secret's hex digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def division_secret(secret: str, tier: int) -> str:
    """What the seeds of a division follow from, for fixtures are numbered within it."""
    return _derived(secret, f"division/{tier}")


def deal_seed(secret: str, number: str, deal: int) -> str:
    """The seed of the cards of one deal of a fixture."""
    return _derived(secret, f"deal/{number}/{deal}")


def order_seed(secret: str, number: str) -> str:
    """The seed of the orders in which a fixture's competitors go round the table."""
    return _derived(secret, f"order/{number}")


def dice_seed(secret: str, number: str, competitor: int) -> str:
    """The seed of a competitor's own dice."""
    return _derived(secret, f"dice/{number}/{competitor}")


def dealt(table: Game, seed: str) -> Move:
    """The dealer's move: each act has a stream of its own, so more of one does not change the others."""
    return table.deal(Random(f"{seed}/{table.act.name}"))  # noqa: S311 - to be repeated, not to be secret


def _derived(secret: str, label: str) -> str:
    return hmac.new(secret.encode(), label.encode(), hashlib.sha256).hexdigest()
