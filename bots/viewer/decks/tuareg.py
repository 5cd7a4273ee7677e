"""The cards of Tuareg: goods with their points and dinars, and what three dinars buy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bots.viewer.decks.deck import Deck, Group
from bots.viewer.decks.face import Face, index, sign, strip, tint
from bots.viewer.markup import Markup, markup


def deck(table: Mapping[str, Any]) -> Deck:
    """Goods, specials, the camels that everybody has."""
    goods = [_good(kind, printed) for kind, printed in table["goods"].items()]
    specials = [_bought(kind, _range(seats)) for kind, seats in table["specials"].items()]
    camel = Face(
        "camel",
        "camel",
        "camel",
        (sign("camel", 7, 16, 46), strip("camel")),
        f"{_range(table['camels'])} each",
    )
    groups = [Group("Goods", goods), Group("Specials", specials), Group("Camels", [camel])]
    return Deck(groups, tuple(table["goods"]))


def _range(by_seats: Mapping[str, int]) -> str:
    least, most = min(by_seats.values()), max(by_seats.values())
    return f"{least}" if least == most else f"{least}–{most}"


def _good(kind: str, printed: Mapping[str, Any]) -> Face:
    points, dinars = printed["points"]["usual"], printed["dinars"]["usual"]
    coins = tuple(_coin(52 - 8 * each) for each in range(dinars))
    return Face(kind, kind, kind, (tint(), index(str(points), 23), sign(kind, 15, 32, 36), *coins))


def _coin(x: int) -> Markup:
    return markup('<circle class="coin" cx="{}" cy="76" r="2.6"/>', x)


def _bought(kind: str, copies: str) -> Face:
    return Face(kind, kind, "special", (sign(kind, 12, 16, 36), strip(kind)), f"×{copies}")
