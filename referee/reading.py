"""JSON read strictly by type: whatever does not fit is refused with its place."""

import re
import sys
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from math import isfinite
from reprlib import Repr
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from referee.errors import RefereeError
from referee.visibility import HIDDEN, Marked, fields_of

WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}

LARGEST = 2**53
"""Up to here every reader of JSON agrees on whole numbers."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads values by type; `refusal` makes the error from a place and a reason.

    `knower` is the mask of marked cards that come without one, as they do in a view.
    """

    refusal: Callable[[str, str], RefereeError]
    knower: int = 0

    def read(self, hint: Any, value: Any, place: str) -> Any:
        """The value of type `hint` that a JSON value stands for; texts are interned."""
        if hint in WORDS:
            return self._single(hint, value, place)
        small, origin, args = _parts(hint)
        if small:
            return self._dataclass(hint, value, place)
        if origin is list and type(value) is list:
            if args[0] is str and all(type(each) is str and each.isascii() for each in value):
                return [sys.intern(each) for each in value]
            return [self.read(args[0], each, f"{place}[{at}]") for at, each in enumerate(value)]
        if origin is dict and type(value) is dict:
            return {
                self.read(str, key, place): self.read(args[1], each, f"{place}.{spelled(key)}")
                for key, each in value.items()
            }
        if origin in (Union, UnionType):
            return self._one_of(args, value, place)
        if origin is Literal and any(type(value) is type(arg) and value == arg for arg in args):
            return value
        raise self.refusal(place, f"{shown(value)} is not {_wanted(hint)}")

    def _single(self, hint: Any, value: Any, place: str) -> Any:
        """A text that can be written down, a number that JSON can carry, true or false."""
        if type(value) is str is hint:
            if not value.isascii() and any("\ud800" <= each <= "\udfff" for each in value):
                raise self.refusal(place, f"{shown(value)} holds half a character")
            return sys.intern(value)
        if type(value) is not hint and not (hint is float and type(value) is int):
            raise self.refusal(place, f"{shown(value)} is not {WORDS[hint]}")
        if not (isfinite(value) if type(value) is float else abs(value) <= LARGEST):
            raise self.refusal(place, f"{shown(value)} is beyond what JSON can carry")
        return value

    def _one_of(self, hints: tuple[Any, ...], value: Any, place: str) -> Any:
        """A value of the type that it has, or of the first that is no None."""
        if value is None and NoneType in hints:
            return None
        some = [hint for hint in hints if hint is not NoneType]
        return self.read(next((hint for hint in some if type(value) is hint), some[0]), value, place)

    def _dataclass(self, hint: Any, value: Any, place: str) -> Any:
        if hint is Marked and type(value) is str:
            return Marked(sys.intern(value), 0 if value == HIDDEN else self.knower)
        if type(value) is not dict:
            raise self.refusal(place, f"{shown(value)} is not an object")
        inside = f"{place}." if place else ""
        hints, needed = _hints(hint)
        for key in value:
            if key not in hints:
                raise self.refusal(inside + spelled(key), "is not known here")
        for name in needed:
            if name not in value:
                raise self.refusal(inside + name, "is missing")
        return hint(**{key: self.read(hints[key], part, inside + key) for key, part in value.items()})


@cache
def _hints(cls: Any) -> tuple[dict[str, Any], list[str]]:
    """The types of a dataclass's fields by name, and the names that must be there."""
    needed = [each.name for each in fields(cls) if each.default is each.default_factory is MISSING]
    return {each.name: each.hint for each in fields_of(cls)}, needed


@cache
def _parts(hint: Any) -> tuple[bool, Any, tuple[Any, ...]]:
    """Whether a type is a dataclass, what it is made of, and of which types."""
    return is_dataclass(hint), get_origin(hint), get_args(hint)


QUOTE = Repr()
QUOTE.maxlevel, QUOTE.maxstring, QUOTE.maxlong, QUOTE.maxother = 2, 60, 60, 60


def shown(value: Any) -> str:
    """A value as an error message quotes it: never long, however large or deep it is."""
    text = QUOTE.repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


PLAIN = re.compile("[a-z_:0-9]{1,50}")


def spelled(key: str) -> str:
    """A key as a place spells it: never long, and nothing that cannot be printed."""
    return key if PLAIN.fullmatch(key) else shown(key)[1:-1]


def _wanted(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(map(repr, get_args(hint)))
    return {list: "a list", dict: "an object"}.get(get_origin(hint), WORDS.get(hint, str(hint)))
