"""A card is one frame of 60 x 84 units; this is the frame, and what faces are made of."""

from __future__ import annotations

from dataclasses import dataclass

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from referee.game import Card


@dataclass(frozen=True, slots=True)
class Face:
    """One card face up."""

    card: Card
    """Its code in moves and positions."""
    name: str
    """"Queen of hearts", for ears."""
    ink: str
    """The class that gives the colour."""
    parts: tuple[SafeString, ...]
    """What lies on the paper."""
    copies: str = ""
    """How many there are, where the pack does not say it."""

    def html(self, size: str) -> SafeString:
        """The card in a size: xs, sm, md or lg."""
        return framed(self.card, f"{self.ink} {size}", self.name, self.parts)


def framed(card: Card, classes: str, name: str, parts: tuple[SafeString, ...]) -> SafeString:
    """The frame that all cards have, backs too."""
    return format_html(
        '<span class="card {}" role="img" aria-label="{}" data-card="{}">'
        '<svg viewBox="0 0 60 84" aria-hidden="true">'
        '<rect class="pp" x=".5" y=".5" width="59" height="83" rx="5.5"/>{}</svg></span>',
        classes,
        name,
        card,
        join(parts),
    )


def join(parts: tuple[SafeString, ...]) -> SafeString:
    """The parts one after the other, the first at the bottom."""
    return format_html_join("", "{}", ((part,) for part in parts))


def back() -> SafeString:
    """A card that is not known, which positions write "?"."""
    weave = [format_html('<path class="pt" d="M30 {}l10 9-10 9-10-9z"/>', y) for y in range(6, 63, 14)]
    edge = SafeString('<rect class="pt" x="5.5" y="5.5" width="49" height="73" rx="3"/>')
    return framed("?", "back", "a hidden card", (edge, *weave))


def index(text: str, size: int = 24) -> SafeString:
    """What is read first, top left, so that a fan of any size reads."""
    fit = 'x="4" textLength="25" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else 'x="6"'
    return format_html('<text y="{}" font-size="{}" {}>{}</text>', size + 1, size, SafeString(fit), text)


def sign(symbol: str, x: float, y: float, size: float, ink: str = "") -> SafeString:
    """A symbol of the sprite, in a colour of its own if it has one."""
    return format_html(
        '<use href="{}#{}" x="{}" y="{}" width="{}" height="{}" class="{}"/>',
        static("cards.svg"),
        symbol,
        x,
        y,
        size,
        size,
        ink,
    )


def tint() -> SafeString:
    """A breath of the card's colour all over it."""
    return SafeString('<rect class="tint" width="60" height="84" rx="6"/>')


def strip(*marks: str) -> SafeString:
    """A band at the foot with signs ("#i-bin") and words ("+1") side by side: what the card does."""
    first = 30 - 9.5 * (len(marks) - 1)
    band = SafeString('<path class="tint2" d="M1 60h58v18a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5z"/>')
    return join((band, *(_mark(mark, first + 19 * at) for at, mark in enumerate(marks))))


def _mark(mark: str, centre: float) -> SafeString:
    if mark.startswith("#"):
        return sign(mark[1:], centre - 8, 64, 16)
    small = " fx-s" if mark.isalpha() and mark.isascii() else ""
    return format_html('<text class="fx{}" x="{}" y="77" text-anchor="middle">{}</text>', small, centre, mark)
