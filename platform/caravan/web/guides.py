"""The guides: `docs/` as pages, which lead to each other as the files do."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from django.urls import reverse
from django.utils.safestring import SafeString

from caravan.web import prose
from referee.games import GAMES

ROOT = Path(__file__).parents[3]
LISTED = re.compile(r"^\| \[docs/(\S+)\.md\]\(\S+\) \| (.+) \|$", re.MULTILINE)


class Guide(NamedTuple):
    """One of them: its title, and the page below it."""

    title: str
    page: SafeString


@lru_cache
def names() -> frozenset[str]:
    """Of all guides: paths below `docs/` without their ending."""
    docs = ROOT / "docs"
    return frozenset(path.relative_to(docs).with_suffix("").as_posix() for path in docs.rglob("*.md"))


@lru_cache
def listed() -> list[tuple[str, str, str]]:
    """Name, title and what it is for, of each that README leads to, in its order."""
    return [(name, guide(name).title, words) for name, words in LISTED.findall(_read("README"))]


@lru_cache
def guide(name: str) -> Guide:
    """The one of this name."""
    title, body = prose.titled(_read(f"docs/{name}"))
    return Guide(title, prose.html(body, lambda link: address(name, link)))


def address(name: str, link: str) -> str:
    """Where a link in a guide leads on the site, "" for what only the repository holds."""
    parts = urlsplit(link)
    if parts.scheme or not parts.path:
        return link
    path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(name), parts.path))
    folder, _, rest = path.partition("/")
    stem = rest.removesuffix(".md")
    if folder == "docs" and stem in names():
        return reverse("guide", args=[stem]) + (f"#{parts.fragment}" if parts.fragment else "")
    if folder == "seeds" and stem in GAMES:
        return reverse("game", args=[stem])
    return reverse("api-document") if path.endswith("/openapi.yaml") else ""


def _read(name: str) -> str:
    return (ROOT / f"{name}.md").read_text(encoding="utf-8")
