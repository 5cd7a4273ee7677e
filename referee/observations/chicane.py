"""Chicane in numbers."""

from referee.cards import PLACE
from referee.game import View
from referee.games.chicane_moves import HEIGHT, MOVES, SOURCES
from referee.observations.parts import Parts, Round, counted, joined, marked, sizes, top

PILES = ("reserve", "reserve_seen", "reserve_open", "stock", "stock_seen", "waste")
TARGETS = tuple(dict.fromkeys(target for _, target in MOVES.values()))
OTHERS = ("turn reserve", "turn stock", "discard")
"""What can be called beside moves of cards."""


def observed(view: View) -> Parts:
    """All piles, the own ones before the other's, with the top cards of those that lie open."""
    seats = Round(view)
    source, target = MOVES.get(view["action"], (None, None))
    return {
        "sizes": joined(sizes(seats.of(view[pile])) for pile in PILES),
        "tops": joined(
            top(pile, PLACE) for name in ("reserve_open", "waste") for pile in seats.of(view[name])
        ),
        "seen": joined(
            top(pile, PLACE) for name in ("reserve_seen", "stock_seen") for pile in seats.of(view[name])
        ),
        "waste": joined(counted(waste, PLACE) for waste in seats.of(view["waste"])),
        "unseen": joined(counted(unseen, PLACE) for unseen in seats.of(view["unseen"])),
        "turned": top(view["turned"], PLACE),
        "layout": joined(top(pile, PLACE) for pile in view["layout"]),
        "below": joined(counted(pile[:-1], PLACE) for pile in view["layout"]),
        "centre": [HEIGHT[card] for card in view["centre"]],
        "action": marked(source, SOURCES) + marked(target, TARGETS) + marked(view["action"], OTHERS),
        "turn": seats.at(view["turn"]),
        "mover": seats.at(view["mover"]),
        "own_turns": seats.of(view["own_turns"]),
        "false_calls": seats.of(view["false_calls"]),
        "flags": [int(view[name]) for name in ("progress", "locked", "recycled")],
        "shuffles": [view["shuffles"]],
        "idle": [view["idle"]],
        "turns_left": [view["rules"]["max_turns"] - view["turn_no"]],
    }
