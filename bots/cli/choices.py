"""Names that are one of a few; who mistypes one is told which one is near."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import click

from referee.games import GAMES


class Named(click.Choice[str]):
    """One of these names."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """With the names that look alike."""
        return f"{super().get_invalid_choice_message(value, ctx)}{meant(str(value), self.choices)}"


GAME = Named(sorted(GAMES))


def meant(name: str, known: Iterable[str]) -> str:
    """` Did you mean 'this'?`, or nothing."""
    near = get_close_matches(name, list(known))
    return f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
