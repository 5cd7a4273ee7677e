"""JSON read strictly by type: whatever does not fit is refused with its place."""

import sys
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from referee.errors import RefereeError
from referee.visibility import HIDDEN, Marked, fields_of

WORDS = {int: "a whole number", str: "a text", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads values by type; `refusal` makes the error from a place and a reason.

    `knower` is the mask of marked cards that come without one, as they do in a view.
    """

    refusal: Callable[[str, str], RefereeError]
    knower: int = 0

    def read(self, hint: Any, value: Any, place: str) -> Any:
        """The value of type `hint` that a JSON value stands for; texts are interned."""
        if hint is str and type(value) is str:
            return sys.intern(value)
        if hint is Any or (hint in WORDS and type(value) is hint):
            return value
        if is_dataclass(hint):
            return self._dataclass(hint, value, place)
        origin, args = get_origin(hint), get_args(hint)
        if origin is list and type(value) is list:
            if args[0] is str and all(type(each) is str for each in value):
                return [sys.intern(each) for each in value]
            return [self.read(args[0], each, f"{place}[{at}]") for at, each in enumerate(value)]
        if origin is dict and type(value) is dict:
            return {key: self.read(args[1], each, f"{place}.{key}") for key, each in value.items()}
        if origin in (Union, UnionType):
            return self._optional(args, value, place)
        if origin is Literal and any(type(value) is type(arg) and value == arg for arg in args):
            return value
        raise self.refusal(place, f"{shown(value)} is not {_wanted(hint)}")

    def _optional(self, hints: tuple[Any, ...], value: Any, place: str) -> Any:
        (some,) = (hint for hint in hints if hint is not NoneType)
        return None if value is None else self.read(some, value, place)

    def _dataclass(self, hint: Any, value: Any, place: str) -> Any:
        if hint is Marked and type(value) is str:
            return Marked(sys.intern(value), 0 if value == HIDDEN else self.knower)
        if type(value) is not dict:
            raise self.refusal(place, f"{shown(value)} is not an object")
        inside = f"{place}." if place else ""
        hints = {each.name: each.hint for each in fields_of(hint)}
        for key in value:
            if key not in hints:
                raise self.refusal(inside + key, "is not known here")
        for each in fields(hint):
            needed = each.default is MISSING and each.default_factory is MISSING
            if needed and each.name not in value:
                raise self.refusal(inside + each.name, "is missing")
        return hint(**{key: self.read(hints[key], part, inside + key) for key, part in value.items()})


def shown(value: Any) -> str:
    """A value as an error message quotes it: never long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _wanted(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(map(repr, get_args(hint)))
    return {list: "a list", dict: "an object"}.get(get_origin(hint), WORDS.get(hint, str(hint)))
