"""Types that would not mean what their author thinks are refused when a class of positions is first used."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from referee.compiled import compiled
from referee.game import EVERYONE, Known, Marked, Private, Secret
from referee.reading import Reader
from referee.visibility import fields_of


@dataclass(slots=True)
class Camel:
    """A place for goods: open ones and covered ones."""

    owner: str
    load: list[Marked] = field(default_factory=list)
    best: Marked | None = None


@dataclass(slots=True)
class Pocket:
    """A small dataclass that wants to hide something by itself."""

    coins: Secret[list[str]]


def position(kind: Any) -> type:
    """A class of positions with one field of that type."""
    body = {"__annotations__": {"thing": kind}, "name": "toy"}
    return dataclass(slots=True, kw_only=True)(type("Toy", (), body))


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (list[Marked], "marked cards belong in Known"),
        (Private[list[Marked]], "marked cards belong in Known"),
        (Secret[list[Marked]], "marked cards belong in Known"),
        (list[Camel], "marked cards belong in Known"),
        (list[Pocket], "only the fields of the game itself"),
        (Pocket | None, "only the fields of the game itself"),
        (dict[str, Secret[list[str]]], "only the fields of the game itself"),
        (list[tuple[int, int]], "values are int"),
        (set[str], "values are int"),
        (dict[int, str], "values are int"),
        (dict, "values are int"),
    ],
)
def test_a_type_that_would_mislead_is_refused(kind, reason):
    with pytest.raises(TypeError, match=f"Toy.thing: {reason}"):
        compiled(position(kind))


def test_marked_cards_may_lie_in_small_dataclasses():
    toy = position(Known[Camel])
    table = toy(thing=[Camel("ann", [Marked("gold", EVERYONE), Marked("salt", 0b10)], Marked("salt", 0b01))])
    seen = {seat: compiled(toy).view(table, seat)["thing"] for seat in (0, 1, None)}
    assert seen[0] == [{"owner": "ann", "load": ["gold", "?"], "best": "salt"}]
    assert seen[1] == [{"owner": "ann", "load": ["gold", "salt"], "best": "?"}]
    assert seen[None] == [{"owner": "ann", "load": ["gold", "?"], "best": "?"}]
    twin = compiled(toy).copy(table)
    twin.thing[0].load[1].mask = EVERYONE
    assert table.thing[0].load[1].mask == 0b10
    (thing,) = fields_of(toy)
    read = Reader(ValueError, 0b01).read(thing.hint, seen[0], "thing")
    assert read == [Camel("ann", [Marked("gold", 1), Marked("?", 0)], Marked("salt", 1))]
