"""Who may open a stream: how many one may have open at once, and how often programs may open one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.handlers.asgi import ASGIRequest
from rest_framework.exceptions import Throttled

from caravan import throttles
from caravan.environment import STREAMS_PER_ADDRESS, STREAMS_PER_USER
from tournaments.models import User

AGAIN = 10
"""Seconds after which it is worth asking once more for a place."""


class DeniedError(Exception):
    """Why somebody may not ask, with its status, and the seconds after which they may."""

    def __init__(self, status: int, why: str, after: int | None = None) -> None:
        self.status, self.after = status, after
        super().__init__(why)


def count(scope: Mapping[str, Any], user: User | None) -> None:
    """Counts a program's question with all others that it asks the API; DeniedError for one too many."""
    request = _request(scope)
    request.user = user or AnonymousUser()
    if seconds := throttles.wait(request):
        raise DeniedError(429, str(Throttled(seconds).detail), seconds)


class Places:
    """The open streams of each user and of each address, in the one loop that serves them.

    A user has 20, over all tokens: a table of each round, or a program for each bot. Without a token the
    address counts, and it has 60: a class behind one router, each with two windows (hidden ones hold none).
    Browsers are counted by address even where somebody is signed in, so that no cookie has to be looked up.
    Who asks `?once` holds nothing: whoever finds no place can poll.
    """

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()

    @contextmanager
    def one(self, scope: Mapping[str, Any], user: int | None) -> Iterator[None]:
        """One more, as long as it lasts; DeniedError for one too many."""
        holder, most, whose = self._holder(scope, user)
        if self._held[holder] >= most:
            why = f"{most} streams are open {whose}, as many as there may be: close one of them."
            raise DeniedError(429, why, AGAIN)
        self._held[holder] += 1
        try:
            yield
        finally:
            self._held[holder] -= 1
            if not self._held[holder]:
                del self._held[holder]

    @staticmethod
    def _holder(scope: Mapping[str, Any], user: int | None) -> tuple[str, int, str]:
        if user is not None:
            return f"user {user}", STREAMS_PER_USER, "with your tokens"
        here = throttles.address(_request(scope))
        return f"address {here}", STREAMS_PER_ADDRESS, "from your address without a token"


def _request(scope: Mapping[str, Any]) -> ASGIRequest:
    """In the terms of the API, which counts requests."""
    return ASGIRequest(dict(scope), BytesIO())
