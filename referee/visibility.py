"""Who may see a field: said once, in its type.

    hands: Private[list[Card]]     a list with one value a seat, seen by that seat; others see its shape
    stock: Secret[list[Card]]      seen by nobody; its shape only
    row: Known[Marked]             a list of cards, each with a mask of the seats that know it
    deals: Rule[int]               a public option, fixed at the start
    discard: list[Card]            anything else is public

The shape of a card is "?"; lists and dicts keep their lengths and keys.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
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


def check_types(cls: type) -> None:
    """TypeError for a field whose visibility or copying would not come out as its author thinks."""
    for each in fields_of(cls):
        for part in _parts(each.hint):
            if reason := _unfit(part, each.sight):
                raise TypeError(f"{cls.__name__}.{each.name}: {reason}")


def _parts(hint: Any) -> Iterator[Any]:
    """A type and all types inside it."""
    yield hint
    inside = get_args(hint)
    if is_dataclass(hint) and isinstance(hint, type):
        inside = tuple(each.hint for each in fields_of(hint))
    for part in inside:
        yield from _parts(part)


def _unfit(part: Any, sight: Sight) -> str:
    """What is wrong with a type in a field of that visibility, if anything."""
    origin = get_origin(part) or part
    if part is Marked and sight is not Sight.KNOWN:
        return "marked cards belong in Known"
    if origin is Annotated or (isinstance(part, type) and is_dataclass(part) and not_public(part)):
        return "only the fields of the game itself say who may see them"
    if origin in (tuple, set, frozenset) or (origin is dict and get_args(part)[:1] != (str,)):
        return "values are int, str, bool, None, lists, dicts by str and small dataclasses of these"
    return ""


def not_public(cls: type) -> dict[str, str]:
    """The fields that are not open to all: name -> "private", "secret" or "known"."""
    open_to_all = (Sight.PUBLIC, Sight.RULE)
    return {each.name: each.sight.value for each in fields_of(cls) if each.sight not in open_to_all}
