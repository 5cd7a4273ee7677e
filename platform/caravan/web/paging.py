"""Lists that go on by key: the address names the last row that was shown."""

from __future__ import annotations

from django.http import HttpRequest


def number(request: HttpRequest, name: str) -> int | None:
    """A number in the address; nothing where it is none."""
    given = request.GET.get(name, "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 19 else None


def onward(request: HttpRequest, name: str, key: object) -> str:
    """The query of the next page: all that this one asks for, after another row."""
    query = request.GET.copy()
    query[name] = str(key)
    return f"?{query.urlencode()}"
