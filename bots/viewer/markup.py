"""HTML, told from text that has yet to be escaped; Django's templates know it by its `__html__`."""

from collections.abc import Iterable
from html import escape


class Markup(str):
    """HTML that is written as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


def markup(pattern: str, *values: object) -> Markup:
    """A pattern of ours with values for its `{}`, escaped unless they are markup."""
    return Markup(pattern.format(*map(_written, values)))


def joined(parts: Iterable[object]) -> Markup:
    """One after the other, escaped unless they are markup."""
    return Markup("".join(map(_written, parts)))


def _written(value: object) -> str:
    return value if isinstance(value, Markup) else escape(str(value))
