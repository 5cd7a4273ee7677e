"""The rule books for players, from Markdown."""

from __future__ import annotations

from functools import lru_cache
from inspect import cleandoc

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

from caravan.environment import ROOT
from referee.games import GAMES

SEEDS = ROOT / "seeds"


def source(game: str) -> str:
    """The Markdown of a rule book; of a game that has none yet, the rules as they are told in its code."""
    book = SEEDS / f"{game}.md"
    return book.read_text(encoding="utf-8") if book.exists() else cleandoc(GAMES[game].__doc__ or "")


@lru_cache
def html(game: str) -> SafeString:
    """The rule book of a game; raw HTML in it is shown, not obeyed. Its title is the page's own: left out."""
    text = source(game)
    _, _, body = text.partition("\n") if text.startswith("# ") else ("", "", text)
    return SafeString(MarkdownIt("js-default").render(body))  # this preset escapes HTML
