"""Tuareg in numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.game import HIDDEN, Card, View
from referee.games.tuareg_moves import GOODS, PLACE, ROOM, SPECIALS, TABLE
from referee.observations.parts import Numbers, Parts, Round, counted, joined, marked, sizes

PHASES = ("first", "deal", "main", "after", "maps", "over")


def observed(view: View) -> Parts:
    """The own hand, the market, the offer; of each seat its animals' loads, its specials, what they hold."""
    seats = Round(view)
    return {
        "hand": counted(view["hands"][view["seat"]], PLACE),
        "market": counted(view["market"], PLACE),
        "discard": counted(view["discard"], PLACE),
        "scored": counted(view["scored"], PLACE),
        "second": counted(view["second"], PLACE),
        "offer": [view["offer"][special] for special in SPECIALS],
        "sizes": sizes(seats.of(view["hands"])),
        "pile": [len(view["pile"])],
        "animals": joined(_animals(animals, view["seats"]) for animals in seats.of(view["animals"])),
        "specials": joined(map(_specials, seats.of(view["specials"]))),
        "phase": marked(view["phase"], PHASES),
        "turn": seats.at(view["turn"]),
        "starter": seats.at(view["starter"]),
        "round": [view["round"]],
        "drew": [view["drew"]],
        "turns_left": [-1 if view["extra"] is None else view["extra"]],
        "shut": [len(view["shut"])],
        "maps": [len(view["maps"])],
        "counts": joined([counts[good] for good in GOODS] for counts in seats.of(view["counts"])),
        "totals": seats.of(view["totals"]),
    }


def _animals(animals: Mapping[str, Sequence[Card]], seats: int) -> Numbers:
    """Camels, then donkeys as they were bought, as many as there are: each place from the bottom up."""
    most = TABLE["camels"][str(seats)] + TABLE["specials"]["donkey"][str(seats)]
    loads = [*animals.values(), *[[]] * most][:most]
    return joined(_load(load) for load in loads)


def _load(load: Sequence[Card]) -> Numbers:
    return joined(marked(good, GOODS) for good in [*load, *[""] * ROOM][:ROOM])


def _specials(own: Sequence[Mapping[str, Any]]) -> Numbers:
    """Of each kind how many are unused and used; the goods under them that are known, how many are not."""
    goods = [good for special in own for good in special["goods"]]
    states = [(special["kind"], special["used"]) for special in own]
    owned = [states.count((kind, used)) for kind in SPECIALS for used in (False, True)]
    return [*owned, *counted(goods, PLACE), goods.count(HIDDEN)]
