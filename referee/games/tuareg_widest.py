"""How many main actions Tuareg can offer at once: a bound, which no position needs to reach."""

from functools import lru_cache
from itertools import chain, combinations_with_replacement, product
from math import comb

from referee.games.tuareg_moves import GOODS, HAND, ROOM, SPECIALS, carried_by, loadings, takings


@lru_cache
def most_main_actions(camels: int, donkeys: int) -> int:
    """More than these cannot be loaded, taken and bought by who has some of the donkeys or all.

    Over all that may lie on the animals: the fuller they are, the more can be paid and the less loaded.
    """
    most = 0
    for owned in range(donkeys + 1):
        on_offer = len(SPECIALS) - (owned == donkeys)
        for sizes in product(_up_to(ROOM, camels), _up_to(ROOM, owned)):
            added = [_most_added(*each) for each in zip(("camel:0", "donkey:0"), sizes, strict=True)]
            most = max(most, sum(added) + on_offer * _most_payments([*chain(*sizes)]))
    return most


def _up_to(most: int, times: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(range(most + 1), times))


def _most_payments(sizes: list[int]) -> int:
    """With four different goods in the hand and so many on each animal.

    A payment is of one to three goods and never part of another: of such sets there are no more than there
    are sets of one size, for products of chains have the property of Sperner.
    """
    of_size = [comb(HAND, size) for size in range(4)]
    for tops in sizes:
        of_size = [sum(of_size[max(0, size - tops) : size + 1]) for size in range(4)]
    return max(of_size[1:])


def _most_added(animal: str, sizes: tuple[int, ...]) -> int:
    return sum(_most_onto(animal, size) for size in sizes)


@lru_cache
def _most_onto(animal: str, size: int) -> int:
    """The most that can be loaded on an animal which carries so many goods, and taken onto it."""
    hands = list(combinations_with_replacement(GOODS, HAND))
    loads = [load for load in carried_by(animal) if len(load) == size]
    loaded = max(len(loadings(animal, load, hand)) for load in loads for hand in hands)
    return loaded + max(sum(len(ways) for _, ways in takings(animal, load)) for load in loads)
