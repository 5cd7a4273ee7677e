"""Donkey in numbers."""

from referee.game import View
from referee.games.donkey_cards import PLACE
from referee.observations.parts import Parts, Round, counted, joined, marked, sizes

PHASES = ("aside", "deal", "lead", "follow", "donkey", "over")


def observed(view: View) -> Parts:
    """The own hand, what is known of the others', this trick, and what was thrown away."""
    seats = Round(view)
    return {
        "hand": counted(view["hands"][view["seat"]], PLACE),
        "known": joined(counted(known, PLACE) for known in seats.of(view["known"])),
        "laid": joined(counted(laid, PLACE) for laid in seats.of(view["laid"])),
        "discard": counted(view["discard"], PLACE),
        "phase": marked(view["phase"], PHASES),
        "turn": seats.at(view["turn"]),
        "leader": seats.at(view["leader"]),
        "best": seats.at(view["best"]),
        "sizes": sizes(seats.of(view["hands"])),
        "locked": [int(view["locked"])],
        "hands_left": [view["rules"]["deals"] - view["hand_no"]],
        "totals": seats.of(view["totals"]),
    }
