"""What a position of Chicane must be; what comes from outside is put in order or refused."""

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from referee.cards import PLACE, SUITS, standard, suit_of
from referee.game import HIDDEN, require
from referee.games.chicane_moves import HEIGHT

if TYPE_CHECKING:
    from referee.games.chicane import Chicane

PILES = ("reserve", "reserve_seen", "reserve_open", "stock", "stock_seen", "waste")
"""The fields that hold a pile of each seat."""

PACK = Counter(standard(2))

DRAWS = 9
"""How often the draw for the first turn is made before equal ranks let seat 0 begin."""

LEAST_AND_MOST = {
    "reserve_size": (1, 40),
    "layout_each": (1, 6),
    "shuffle_cap": (0, 100),
    "max_turns": (1, 1000),
    "false_limit": (1, 1000),
}
"""Of the rules that are numbers."""


def check_rules(table: "Chicane") -> None:
    """Numbers within their bounds, and a first player who is there."""
    for rule, (least, most) in LEAST_AND_MOST.items():
        require(least <= getattr(table, rule) <= most, f"rules.{rule}", f"must be {least} to {most}")
    require(table.first in (None, 0, 1), "rules.first", "is no seat of this table")


def check_counts(table: "Chicane") -> None:
    """Nothing negative, no turn after the last."""
    for name in ("turn_no", "shuffles", "idle"):
        require(getattr(table, name) >= 0, name, "is negative")
    for name in ("own_turns", "false_calls", "scores"):
        values = getattr(table, name)
        require(len(values) == 2 and min(values) >= 0, name, "needs one value a seat, none negative")
    require(table.turn_no <= table.max_turns, "turn_no", f"is more than {table.max_turns}")
    require(table.mover in (0, 1), "mover", "is no seat of this table")
    require(table.raised in range(8), "raised", "is no foundation")


def check_piles(table: "Chicane") -> None:
    """Piles where they belong, of real cards where all have seen them."""
    for name in (*PILES, "unseen"):
        require(len(getattr(table, name)) == 2, name, "needs one pile a seat")
    piles = 2 * table.layout_each
    require(len(table.layout) == piles, "layout", f"must have {piles} piles")
    require(len(table.turned) <= 1, "turned", "holds more than one card")
    for seen, face_up in zip(table.reserve_seen, table.reserve_open, strict=True):
        require(len(seen) + bool(face_up) <= 1, "reserve_seen", "is one card at most, and the top one")
    known = chain(*table.reserve_seen, *table.reserve_open, *table.stock_seen, *table.waste, *table.layout)
    real = all(card in PLACE for card in chain(known, table.turned, *table.unseen, table.lots))
    require(real, "layout", "or another pile that all have seen holds no real card")
    _check_centre(table)
    _check_unseen(table)


def _check_centre(table: "Chicane") -> None:
    require(len(table.centre) == 8, "centre", "must have eight foundations")
    for pair, suit in zip(range(0, 8, 2), SUITS, strict=True):
        tops = table.centre[pair : pair + 2]
        fits = all(top is None or (top in PLACE and suit_of(top) == suit) for top in tops)
        require(fits, "centre", f"has a wrong card on the foundations of {suit}")
        table.centre[pair : pair + 2] = sorted(tops, key=HEIGHT.__getitem__, reverse=True)


def _check_unseen(table: "Chicane") -> None:
    """What nobody has seen is what lies face down; where only that is given, it follows."""
    for seat in (0, 1):
        shut = table.reserve[seat] + table.stock[seat]
        unseen = table.unseen[seat] or [card for card in shut if card != HIDDEN]
        table.unseen[seat] = sorted(unseen, key=PLACE.__getitem__)
        others = Counter(shut) - Counter(unseen)
        fits = len(shut) == len(unseen) and others.keys() <= {HIDDEN}
        require(fits, "unseen", f"does not fit what lies face down before seat {seat}")
    if any(table.unseen):
        there = Counter(table.cards())
        there.subtract(chain(*table.reserve, *table.stock))
        there.update(chain(*table.unseen))
        require(not there - PACK, "unseen", "holds cards that lie elsewhere")


def check_dealing(table: "Chicane") -> None:
    """While the dealer acts, all cards of the packs dealt are there, and nothing else has happened."""
    dealt = [bool(pile) for pile in table.reserve]
    require(dealt != [False, True], "reserve", "of seat 0 is dealt first")
    cards = len(list(table.cards()))
    require(cards == (len(table.pack()) if any(dealt) else 0), "cards", "are not those that have been dealt")
    require(table.turn_no == 0 and table.action is None, "turn_no", "is 0 until all is dealt")
    draws = len(table.lots) / 2
    require(draws in range(DRAWS) and (table.first is None or not all(dealt)), "lots", "were drawn")
