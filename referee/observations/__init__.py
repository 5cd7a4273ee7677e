"""What a seat sees as whole numbers, for those who train: a function of its view and of nothing else.

An observation has named parts. At a table of one size, under the same rules, each part has always as many
numbers. Seats are counted from the own one on, so what a policy learns in one seat is of use in all.
"""

from collections.abc import Callable

from referee.game import View
from referee.observations import chicane, donkey, pis_yedili, scandaroon, tuareg
from referee.observations.anything import observed as anything
from referee.observations.parts import Numbers, Parts, joined

BY_GAME: dict[str, Callable[[View], Parts]] = {
    "chicane": chicane.observed,
    "donkey": donkey.observed,
    "pis_yedili": pis_yedili.observed,
    "scandaroon": scandaroon.observed,
    "tuareg": tuareg.observed,
}
"""The games that say themselves what matters in them."""


def parts(view: View) -> Parts:
    """The observation of a seat, part by part."""
    return BY_GAME.get(view["game"], anything)(view)


def observed(view: View) -> Numbers:
    """The observation of a seat, its parts one after the other."""
    return joined(parts(view).values())
