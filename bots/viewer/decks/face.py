"""A card is one frame of 60 x 84 units; this is the frame, and what faces are made of."""

from __future__ import annotations

from dataclasses import dataclass

from bots.viewer.markup import Markup, joined, markup
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
    parts: tuple[Markup, ...]
    """What lies on the paper."""
    copies: str = ""
    """How many there are, where the pack does not say it."""

    def html(self, size: str) -> Markup:
        """The card in a size: xs, sm, md or lg."""
        return framed(self.card, f"{self.ink} {size}", self.name, self.parts)


def framed(card: Card, classes: str, name: str, parts: tuple[Markup, ...]) -> Markup:
    """The frame that all cards have, backs too."""
    return markup(
        '<span class="card {}" role="img" aria-label="{}" data-card="{}">'
        '<svg viewBox="0 0 60 84" aria-hidden="true">'
        '<rect class="pp" x=".5" y=".5" width="59" height="83" rx="5.5"/>{}</svg></span>',
        classes,
        name,
        card,
        joined(parts),
    )


def back() -> Markup:
    """A card that is not known, which positions write "?"."""
    weave = [markup('<path class="pt" d="M30 {}l10 9-10 9-10-9z"/>', y) for y in range(6, 63, 14)]
    edge = Markup('<rect class="pt" x="5.5" y="5.5" width="49" height="73" rx="3"/>')
    return framed("?", "back", "a hidden card", (edge, *weave))


def index(text: str, size: int = 24) -> Markup:
    """What is read first, top left, so that a fan of any size reads."""
    fit = 'x="4" textLength="25" lengthAdjust="spacingAndGlyphs"' if len(text) > 1 else 'x="6"'
    return markup('<text y="{}" font-size="{}" {}>{}</text>', size + 1, size, Markup(fit), text)


def sign(symbol: str, x: float, y: float, size: float, ink: str = "") -> Markup:
    """A symbol of the sprite, which lies in the same page; in a colour of its own if it has one."""
    return markup(
        '<use href="#{}" x="{}" y="{}" width="{}" height="{}" class="{}"/>',
        symbol,
        x,
        y,
        size,
        size,
        ink,
    )


def tint() -> Markup:
    """A breath of the card's colour all over it."""
    return Markup('<rect class="tint" width="60" height="84" rx="6"/>')


def strip(*marks: str) -> Markup:
    """A band at the foot with signs ("#i-bin") and words ("+1") side by side: what the card does."""
    first = 30 - 9.5 * (len(marks) - 1)
    band = Markup('<path class="tint2" d="M1 60h58v18a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5z"/>')
    return joined((band, *(_mark(mark, first + 19 * at) for at, mark in enumerate(marks))))


def _mark(mark: str, centre: float) -> Markup:
    if mark.startswith("#"):
        return sign(mark[1:], centre - 8, 64, 16)
    small = " fx-s" if mark.isalpha() and mark.isascii() else ""
    return markup('<text class="fx{}" x="{}" y="77" text-anchor="middle">{}</text>', small, centre, mark)
