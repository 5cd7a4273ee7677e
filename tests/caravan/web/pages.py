"""What a page is made of, as a browser would find it: for tests that look at every page alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
Attributes = dict[str, str]


@dataclass
class Form:
    """A form with what is in it."""

    attributes: Attributes
    fields: list[Attributes] = field(default_factory=list)
    sent_by: int = 0
    """So many of its parts send it."""


class Page(HTMLParser):
    """The elements of a page, its headings, its forms, the text of its main part."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Attributes]] = []
        self.forms: list[Form] = []
        self.texts: dict[str, list[str]] = {"title": [], "h1": [], "main": []}
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One element more."""
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append((tag, attributes))
        if tag == "form":
            self.forms.append(Form(attributes))
        elif "form" in self._open and tag in ("input", "select", "textarea", "button"):
            self.forms[-1].fields.append(attributes)
            self.forms[-1].sent_by += tag == "button" or attributes.get("type") in ("submit", "image")
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """The innermost of that name ends, and all within it."""
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Words, by where they stand."""
        for tag, texts in self.texts.items():
            if tag in self._open:
                texts.append(data)

    def text(self, tag: str) -> str:
        """All words within elements of this name."""
        return " ".join(" ".join(self.texts[tag]).split())

    def count(self, tag: str) -> int:
        """How many elements of this name there are."""
        return sum(name == tag for name, _ in self.elements)

    def values(self, attribute: str, *tags: str) -> Iterator[str]:
        """What these elements (all, if none are named) have for an attribute."""
        for tag, attributes in self.elements:
            if attribute in attributes and (not tags or tag in tags):
                yield attributes[attribute]
