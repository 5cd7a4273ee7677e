"""Side effects wait for the commit, and their failure is logged: what was committed stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from django.db import transaction

P = ParamSpec("P")


def after(action: Callable[P, object], *args: P.args, **named: P.kwargs) -> None:
    """Calls the action once everything around is committed, at once where nothing is."""

    def act() -> None:
        action(*args, **named)

    transaction.on_commit(act, robust=True)
