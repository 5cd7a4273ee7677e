"""The rule books for players as HTML."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

from bots.rulebook import source

SCROLLS = {
    "<table>": '<div class="scroll" tabindex="0" role="group" aria-label="A table, scrolls sideways"><table>',
    "</table>": "</table></div>",
    "<pre>": '<pre tabindex="0">',
}
"""What may be wider than a phone has to be in reach of the keyboard."""


@lru_cache
def html(game: str) -> SafeString:
    """The rule book of a game; raw HTML in it is shown, not obeyed. Its title is the page's own: left out."""
    text = source(game)
    _, _, body = text.partition("\n") if text.startswith("# ") else ("", "", text)
    page = MarkdownIt("js-default").render(body)  # this preset escapes HTML
    for plain, reachable in SCROLLS.items():
        page = page.replace(plain, reachable)
    return SafeString(page)
