"""What a position of Tuareg must be: everything that comes from outside is held to it."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from referee.game import CHANCE, HIDDEN, require
from referee.games.tuareg_moves import CAVE, DRAW, GOODS, HAND, PLACE, ROOM, SPECIALS, carried_by

if TYPE_CHECKING:
    from referee.games.tuareg import Tuareg

T = TypeVar("T")

MOST = {"start_market": 20, "start_hand": HAND, "kept_map": 100}
"""What the rules that are numbers are at most; 0 is the least."""
HOLDS = {"donkey": 0, "cave": CAVE, "thief": 1, "map": 0}
"""How many goods can lie under a special; what a donkey carries lies with the camels' loads."""


def check(table: "Tuareg") -> None:
    """PositionError for what cannot be; dicts are brought into canonical order."""
    _check_rules(table)
    _check_shape(table)
    for seat in range(table.seats):
        _check_seat(table, seat)
    _check_specials(table)
    _check_phase(table)


def _check_rules(table: "Tuareg") -> None:
    for rule, most in MOST.items():
        require(0 <= getattr(table, rule) <= most, f"rules.{rule}", f"must be 0 to {most}")
    first = table.first_player
    require(first is None or first in range(table.seats), "rules.first_player", "is no seat of this table")


def _check_shape(table: "Tuareg") -> None:
    for name in ("animals", "specials", "counts", "totals"):
        require(len(getattr(table, name)) == table.seats, name, "needs one value a seat")
    require(table.round in (1, 2), "round", "is neither 1 nor 2")
    require(table.starter in range(table.seats), "starter", "is no seat of this table")
    require(table.thefts >= 0, "thefts", "is negative")
    table.offer = _ordered(table.offer, SPECIALS, "offer")
    require(min(table.offer.values()) >= 0, "offer", "is negative")
    table.counts = [_ordered(counts, GOODS, "counts") for counts in table.counts]
    for name in ("market", "discard", "scored", "second"):
        require(all(good in PLACE for good in getattr(table, name)), name, "holds no real good")
    known = HIDDEN not in table.pile and table.round == 2
    require(not (known and Counter(table.pile) - Counter(table.second)), "second", "lacks goods of the pile")


def _ordered(named: dict[str, T], names: Sequence[str], place: str) -> dict[str, T]:
    """The same dict in the order of the names, which are all it may have."""
    require(named.keys() == set(names), place, f"must be of {', '.join(names)}")
    return {name: named[name] for name in names}


def _check_seat(table: "Tuareg", seat: int) -> None:
    """Each animal carries what it can, each special holds what it can."""
    used = {f"donkey:{each.number}": each.used for each in table.specials[seat] if each.kind == "donkey"}
    animals = table.animals[seat] = _ordered(
        table.animals[seat], [*table.camels(), *used], f"animals[{seat}]"
    )
    for animal, load in animals.items():
        place = f"animals[{seat}].{animal}"
        require(len(load) <= ROOM and tuple(load) in carried_by(animal), place, "carries what it cannot")
        require(not load or used.get(animal, True), place, "carries goods and is not used")
    for at, special in enumerate(table.specials[seat]):
        place, size = f"specials[{seat}][{at}]", len(special.goods)
        require(size <= HOLDS[special.kind], place, f"cannot hold {size} goods")
        require(special.used or not size, place, "holds goods and is not used")
        require(not special.used or special.kind != "map", place, "is never used")


def _check_specials(table: "Tuareg") -> None:
    numbers = [each.number for each in chain(*table.specials)]
    require(len(set(numbers)) == len(numbers), "specials", "have the same number twice")
    require(all(1 <= number <= table.bought for number in numbers), "bought", "is not the last number")
    caves = [each.number for each in chain(*table.specials) if each.kind == "cave" and each.goods]
    require(all(table.shut.count(cave) == 1 for cave in table.shut), "shut", "names a cave twice")
    require(all(cave in caves for cave in table.shut), "shut", "is no cave with goods")


def _check_phase(table: "Tuareg") -> None:
    if table.victim is not None or table.thief is not None:
        _check_turn(table, _robber(table))
    elif table.phase in ("main", "after"):
        require(table.turn in range(table.seats), "turn", f"is wrong for {table.phase!r}")
        _check_turn(table, table.turn or 0)
    else:
        _check_between(table)


def _robber(table: "Tuareg") -> int:
    """The seat for which the dealer picks a good."""
    require(table.turn == CHANCE and table.phase in ("main", "after"), "turn", "is wrong for a theft")
    thieves = {
        each.number: seat
        for seat, own in enumerate(table.specials)
        for each in own
        if each.kind == "thief" and not each.used
    }
    require(table.thief in thieves, "thief", "is no thief that can steal")
    require(table.victim in range(table.seats), "victim", "is no seat of this table")
    require(bool(table.hands[table.victim or 0]), "victim", "has no good in hand")
    robber = thieves[table.thief or 0]
    require(table.victim != robber, "victim", "is the thief")
    return robber


def _check_turn(table: "Tuareg", seat: int) -> None:
    """The turn can be ended, and with it the round."""
    acted = table.phase == "after"
    require(not table.maps and not table.scored, "maps", "are not decided in a turn")
    require(table.drew in range(DRAW + 1 if acted and table.extra is None else 1), "drew", "is wrong here")
    require(table.extra in (None, *range(1, table.seats + 1)), "extra", "is more than a turn a seat")
    require(table.extra is None or not table.pile, "extra", "comes with an empty pile only")
    require(bool(table.pile) or acted or table.extra is not None, "extra", "is missing, the pile is empty")
    for holder, hand in enumerate(table.hands):
        most = HAND + (table.drew if holder == seat else 0)
        require(len(hand) <= most, f"hands[{holder}]", f"holds more than {most}")
    require(table.drew < DRAW or bool(table.hands[seat]), f"hands[{seat}]", "has nothing for the market")


def _check_between(table: "Tuareg") -> None:
    """Between the rounds, before and after them nothing is carried, and it is nobody's turn."""
    phase = table.phase
    lying = [table.pile, *(load for animals in table.animals for load in animals.values())]
    require(
        not any(lying) and not any(each.goods for each in chain(*table.specials)), phase, "goods lie about"
    )
    require((table.drew, table.extra, table.shut) == (0, None, []), phase, "is no turn")
    require(
        phase == "deal" or table.round == (2 if phase == "over" else 1), "round", f"is wrong for {phase!r}"
    )
    require(phase == "maps" or not table.maps, "maps", f"is wrong for {phase!r}")
    if phase != "over" and phase != "maps" and table.round == 1:
        require(not any(table.cards()), phase, "goods lie about")
    mover = {"over": None, "maps": _map_owner(table)}.get(phase, CHANCE)
    require(table.turn == mover, "turn", f"is wrong for {phase!r}")


def _map_owner(table: "Tuareg") -> int | None:
    owners = {
        each.number: seat for seat, own in enumerate(table.specials) for each in own if each.kind == "map"
    }
    return owners.get(table.maps[0]) if table.maps else None
