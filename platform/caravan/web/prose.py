"""Markdown as HTML: raw HTML in it is shown, not obeyed."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.token import Token

SCROLLS = {
    "<table>": '<div class="scroll" tabindex="0" role="group" aria-label="A table, scrolls sideways"><table>',
    "</table>": "</table></div>",
    "<pre>": '<pre tabindex="0">',
}
"""What may be wider than a phone has to be in reach of the keyboard."""
MARKDOWN = MarkdownIt("js-default")  # this preset escapes HTML


def titled(text: str) -> tuple[str, str]:
    """The title that a text begins with, and the rest."""
    title, _, body = text.partition("\n") if text.startswith("# ") else ("", "", text)
    return title.removeprefix("# "), body


def html(text: str, follow: Callable[[str], str] | None = None) -> SafeString:
    """A text as a part of a page.

    With `follow` its headings can be linked to, and each link leads where that says; "" makes it none.
    """
    tokens = MARKDOWN.parse(text)
    if follow:
        for token, inside in zip(tokens, [*tokens[1:], None], strict=True):
            if token.type == "heading_open" and inside:
                token.attrs["id"] = anchor(inside.content)
            _lead(token.children or [], follow)
    page = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    for plain, reachable in SCROLLS.items():
        page = page.replace(plain, reachable)
    return SafeString(page)


def anchor(heading: str) -> str:
    """What stands behind the # in a link to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _lead(tokens: list[Token], follow: Callable[[str], str]) -> None:
    leads = True
    for token in tokens:
        if token.type == "link_open":
            address = follow(str(token.attrs["href"]))
            leads = bool(address)
            token.attrs = {"href": address} if leads else {}
        if token.type in ("link_open", "link_close") and not leads:
            token.tag = "span"
