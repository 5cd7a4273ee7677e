"""Who may see a field: said once, in its type.

    hands: Private[list[Card]]     a list with one value a seat, seen by that seat; others see its shape
    stock: Secret[list[Card]]      seen by nobody; its shape only
    row: Known[Marked]             a list of cards, each with a mask of the seats that know it
    deals: Rule[int]               a public option, fixed at the start
    discard: list[Card]            anything else is public

The shape of a card is "?"; lists and dicts keep their lengths and keys.
"""

from dataclasses import dataclass, fields
from enum import Enum
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

Seat = int
Move = str
Card = str

CHANCE = -1
"""The dealer's seat: its moves come from the seed."""

EVERYONE = -1
"""The mask of a card that lies open to all, spectators included; "all seats" leaves those out."""

HIDDEN = "?"
"""What a view shows of a card that it may not show."""


class Sight(Enum):
    """How far a field can be seen."""

    PRIVATE = "private"
    SECRET = "secret"  # noqa: S105 - a secret of the table, not a password
    KNOWN = "known"
    RULE = "rule"
    PUBLIC = "public"


T = TypeVar("T")
Private = Annotated[list[T], Sight.PRIVATE]
Secret = Annotated[T, Sight.SECRET]
Known = Annotated[list[T], Sight.KNOWN]
Rule = Annotated[T, Sight.RULE]


@dataclass(slots=True)
class Marked:
    """A card and who knows it: bit s of `mask` is seat s, `EVERYONE` is all bits. Masks travel with cards."""

    card: Card
    mask: int = 0


class Field(NamedTuple):
    """One field of a position: its name, its bare type, who sees it."""

    name: str
    hint: Any
    sight: Sight


@cache
def fields_of(cls: type) -> tuple[Field, ...]:
    """The fields of a dataclass in their order, with the visibility taken from their types."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(_field(each.name, hints[each.name]) for each in fields(cls))


def _field(name: str, hint: Any) -> Field:
    if get_origin(hint) is Annotated:
        bare, sight = get_args(hint)
        return Field(name, bare, sight)
    return Field(name, hint, Sight.PUBLIC)


def not_public(cls: type) -> dict[str, str]:
    """The fields that are not open to all: name -> "private", "secret" or "known"."""
    open_to_all = (Sight.PUBLIC, Sight.RULE)
    return {each.name: each.sight.value for each in fields_of(cls) if each.sight not in open_to_all}
