"""Markdown as HTML: raw HTML in it is shown, not obeyed."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.token import Token

MENDED = {
    "<table>": '<div class="scroll" tabindex="0" role="group" aria-label="A table, scrolls sideways"><table>',
    "</table>": "</table></div>",
    "<pre>": '<pre tabindex="0">',
    "<th></th>": "<td></td>",
    '<th class="n"></th>': "<td></td>",
}
"""What may be wider than a phone has to be in reach of the keyboard; an empty heading is none."""
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
    for token, inside in pairwise(tokens):
        if token.type in ("th_open", "td_open") and token.attrs.pop("style", "") == "text-align:right":
            token.attrs["class"] = "n"
        if follow and token.type == "heading_open":
            token.attrs["id"] = anchor(inside.content)
        if follow:
            _lead(token.children or [], follow)
    page = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    for plain, better in MENDED.items():
        page = page.replace(plain, better)
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
