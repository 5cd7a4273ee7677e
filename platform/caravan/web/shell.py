"""The viewer's page without a match, made from the site's templates for those who have no site."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.templatetags.static import static

from bots.viewer import bundle

PLACES = ("deck", "views", "seats", "moves", "length")
"""Where what is a match's own comes in, which `bots.viewer.page` knows."""


def shell() -> str:
    """What `bots/viewer/page.html` has to be."""
    form = {"local": True, "alone": True, "replay": True, "revealed": True}
    page = render_to_string("matches/kept.html", form | {name: f"${name}" for name in PLACES})
    return page.replace(f"{static(bundle.SPRITE)}#", "#")
