"""Scandaroon in numbers."""

from collections.abc import Sequence

from referee.game import Card, View
from referee.games.scandaroon_cards import PACK, SANZADU, SUITS
from referee.observations.parts import Numbers, Parts, Round, counted, joined, marked, places, sizes

PLACE = places(PACK)
PHASES = ("first", "shuffle", "reshuffle", "trump", "play", "over")
TRUMPS = (*SUITS, SANZADU)


def observed(view: View) -> Parts:
    """The own hand, what is known of the others', the rows as they lie, piles, tokens and points."""
    seats = Round(view)
    flags = ("passed", "tokens", "sanzadu")
    return {
        "hand": counted(view["hands"][view["seat"]], PLACE),
        "known": joined(counted(known, PLACE) for known in seats.of(view["known"])),
        "rows": joined(map(_row, seats.of(view["rows"]))),
        "markers": [view["markers"].get(card, 0) for card in PACK],
        "protected": counted(view["protected"], PLACE),
        "discard": counted(view["discard"], PLACE),
        "piles": joined(counted(pile, PLACE) for pile in seats.of(view["piles"])),
        "phase": marked(view["phase"], PHASES),
        "trump": marked(view["trump"], TRUMPS),
        "starts": [int(trump in view["starts"]) for trump in TRUMPS],
        "turn": seats.at(view["turn"]),
        "first": seats.at(view["first"]),
        "holders": seats.at(*view["holders"]),
        "record": [view["record"]],
        "sizes": sizes(seats.of(view["hands"])),
        "stock": [len(view["stock"])],
        **{name: [int(value) for value in seats.of(view[name])] for name in flags},
        **{name: seats.of(view[name]) for name in ("acted", "bonus", "placed", "totals")},
        "rounds_left": [view["rules"]["rounds"] - view["round_no"]],
    }


def _row(row: Sequence[Card]) -> Numbers:
    """For each card where it lies in the row: 1 is its left end, 0 is elsewhere."""
    numbers = [0] * len(PACK)
    for at, card in enumerate(row, start=1):
        numbers[PLACE[card]] = at
    return numbers
