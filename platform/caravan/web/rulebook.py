"""The rule books for players as HTML."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString

from bots.rulebook import source
from caravan.web import prose


@lru_cache
def html(game: str) -> SafeString:
    """The rule book of a game; its title is the page's own: left out."""
    _, body = prose.titled(source(game))
    return prose.html(body)
