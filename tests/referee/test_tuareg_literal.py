"""The legal moves of Tuareg against a slow reading of the rule sheet, one sentence after the other."""

from collections import Counter
from itertools import chain, permutations, product

import pytest

from referee.game import CHANCE
from referee.games.tuareg import Tuareg
from tests.referee.walks import walk

GOODS = ("water", "gold", "salt", "millet")
DINARS = {"water": 2, "gold": 2, "salt": 1, "millet": 1}


def literal(game):
    """All legal moves, as the sheet's sections 3.2 to 3.4 say it."""
    seat = game.turn
    if game.phase == "maps":
        return {"map redeem", "map keep"}
    found = set()
    if game.phase == "main":
        found.add("draw" if game.pile else "pass")
        found |= set(loads(game, seat)) | set(takes(game, seat)) | set(buys(game, seat))
    else:
        found |= set(ends(game, seat))
    return found | set(caves(game, seat)) | set(thieves(game, seat))


def fits(animal, load):
    if len(load) > 4:
        return False
    if animal.startswith("donkey"):
        return True
    if "water" in load and set(load) != {"water"}:
        return False
    blocks = [good for at, good in enumerate(load) if at == 0 or load[at - 1] != good]
    return load.count("gold") <= 2 and len(blocks) <= 2


def loads(game, seat):
    for animal, load in game.animals[seat].items():
        for size in range(1, 5):
            for goods in permutations(game.hands[seat], size):
                if fits(animal, [*load, *goods]):
                    yield " ".join(["load", animal, *goods])


def takes(game, seat):
    for animal, load in game.animals[seat].items():
        for good, count in product(GOODS, range(1, 5)):
            if game.market.count(good) >= count and fits(animal, load + [good] * count):
                yield " ".join(["take", animal, *[good] * count])


def buys(game, seat):
    hand, animals = Counter(game.hands[seat]), game.animals[seat]
    for counts in product(*[range(min(3, hand[good]) + 1) for good in GOODS]):
        from_hand = [good for good, count in zip(GOODS, counts, strict=True) for _ in range(count)]
        for tops in product(*[range(len(load) + 1) for load in animals.values()]):
            paid = {
                animal: load[len(load) - top :]
                for (animal, load), top in zip(animals.items(), tops, strict=True)
                if top
            }
            if pays(from_hand, paid):
                words = [*from_hand, *(f"{animal}*{len(goods)}" for animal, goods in paid.items())]
                yield from (
                    " ".join(["buy", special, *words]) for special in game.offer if game.offer[special]
                )


def pays(from_hand, paid):
    """Three dinars, and less without any one good of the hand or the deepest of any animal."""
    total = sum(DINARS[good] for good in [*from_hand, *chain(*paid.values())])
    removable = [*from_hand, *(goods[0] for goods in paid.values())]
    return total >= 3 and all(total - DINARS[good] < 3 for good in removable)


def ends(game, seat):
    hand = Counter(game.hands[seat])
    for counts in product(*[range(hand[good] + 1) for good in GOODS]):
        if game.drew == 0 and any(counts):
            continue
        if game.drew == 3 and not any(counts):
            continue
        if sum(hand.values()) - sum(counts) <= 4:
            goods = [good for good, count in zip(GOODS, counts, strict=True) for _ in range(count)]
            yield " ".join(["end", *goods])


def caves(game, seat):
    for special in game.specials[seat]:
        if special.kind == "cave" and len(special.goods) < 2 and special.number not in game.shut:
            yield from (f"cave {special.number} {name}" for name, load in game.animals[seat].items() if load)
            if game.drew < 3 or len(game.hands[seat]) > 1:
                yield from (f"cave {special.number} hand {good}" for good in game.hands[seat])


def thieves(game, seat):
    for special in game.specials[seat]:
        if special.kind == "thief" and not special.used:
            for victim in set(range(game.seats)) - {seat}:
                places = [name for name, load in game.animals[victim].items() if load]
                places += ["hand"] if game.hands[victim] else []
                yield from (f"thief {special.number} {victim} {place}" for place in places)


@pytest.mark.parametrize("seats", Tuareg.tables)
def test_legal_is_what_the_sheet_says(seats):
    seen = Counter()
    for seed in range(12):
        for table, _ in walk(Tuareg, seats, f"literal {seed}"):
            if table.turn not in (None, CHANCE):
                legal = table.legal()
                assert set(legal) == literal(table)
                assert len(legal) == len(set(legal))
                seen.update(move.split()[0] for move in legal)
    verbs = {"draw", "pass", "load", "take", "buy", "end", "cave", "thief", "map"}
    assert seen.keys() == verbs
