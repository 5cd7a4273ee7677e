"""The viewer's page without a match, made from the site's templates for those who have no site."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.templatetags.static import static

from bots.viewer import bundle

SLOTS = {
    '<tbody id="seats">': '<tbody id="seats">$seats',
    'aria-label="Moves"></ol>': 'aria-label="Moves">$moves</ol>',
    '<option value="spectator">Spectator</option>': '<option value="spectator">Spectator</option>$views',
    '<template id="deck">': '<template id="deck">$deck',
    "data-length>0<": "data-length>$length<",
}
"""Where what is a match's own comes in, which `bots.viewer.page` knows."""


def shell() -> str:
    """What `bots/viewer/page.html` has to be; LookupError where a template has lost a place."""
    page: str = render_to_string(
        "matches/kept.html", {"local": True, "alone": True, "replay": True, "revealed": True}
    )
    page = page.replace(f"{static(bundle.SPRITE)}#", "#")
    for place, slot in SLOTS.items():
        if place not in page:
            raise LookupError(place)
        page = page.replace(place, slot)
    return page
