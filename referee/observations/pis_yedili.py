"""Pis Yedili in numbers."""

from referee.cards import PLACE, SUITS
from referee.game import View
from referee.observations.parts import Parts, Round, counted, marked, sizes, top

PHASES = ("deal", "opening", "normal", "penalty", "ace", "over")


def observed(view: View) -> Parts:
    """The own hand, the discard and its top, and what everybody can count."""
    seats = Round(view)
    return {
        "hand": counted(view["hands"][view["seat"]], PLACE),
        "top": top(view["discard"], PLACE),
        "discard": counted(view["discard"], PLACE),
        "suit": marked(view["suit"], SUITS),
        "phase": marked(view["phase"], PHASES),
        "turn": seats.at(view["turn"]),
        "dealer": seats.at(view["dealer"]),
        "sizes": sizes(seats.of(view["hands"])),
        "stock": [len(view["stock"])],
        "direction": [view["direction"]],
        "sevens": [view["sevens"]],
        "drawn": [view["drawn"]],
        "hands_left": [view["rules"]["deals"] - view["hand_no"]],
        "totals": seats.of(view["totals"]),
    }
