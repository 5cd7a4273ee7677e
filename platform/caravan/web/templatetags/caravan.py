"""Small pictures and words that templates use."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from math import inf

from django import template
from django.conf import settings
from django.template import Context
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince, timeuntil

from bots.play import faults
from bots.viewer import kilim as rug
from bots.viewer import rows
from bots.viewer.decks import Face, face
from bots.viewer.markup import Markup
from caravan import access
from caravan.access import Visitor
from caravan.web import spoilers
from referee.games import GAMES
from tournaments import operations
from tournaments.models import Fixture, League, Placing

register = template.Library()


@register.simple_tag
def sprite() -> str:
    """The address of the sprite."""
    return static("cards.svg")


@register.simple_tag
def symbol(name: str, classes: str = "") -> SafeString:
    """A symbol of the sprite, silent for screen readers."""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', classes, static("cards.svg"), name
    )


@register.simple_tag
def icon(name: str, size: str = "") -> SafeString:
    """An icon of the sprite; size is "", "s" or "l"."""
    return symbol(f"i-{name}", f"i i-{size}" if size else "i")


@register.simple_tag
def kilim(name: str, size: str = "") -> SafeString:
    """The picture of a bot; size is "" or "l"."""
    return SafeString(rug.svg(name, size))


@register.filter
def card(face: Face, size: str) -> SafeString:
    """A card face up; size is xs, sm, md or lg, "" for whoever sets it later."""
    return drawn(face.html(size))


@register.simple_tag
def card_back() -> SafeString:
    """A card face down."""
    return drawn(face.back())


@register.filter
def drawn(drawing: Markup) -> SafeString:
    """Cards, with the symbols of the sprite as it is served."""
    return SafeString(drawing.replace('href="#', f'href="{static("cards.svg")}#'))


@register.filter
def coded(text: str) -> SafeString:
    """A sentence in which `this` is code."""
    return SafeString(re.sub(r"`([^`]+)`", r"<code>\1</code>", conditional_escape(text)))


@register.filter
def colour(name: str) -> int:
    """The series colour of a bot, 1 to 8."""
    return rug.colour(name)


@register.filter
def blame(code: str) -> str:
    """What a fault's code means."""
    return faults.kind(code)


@register.filter
def competitors(fixture: Fixture, revealed: bool) -> list[Placing]:
    """Best first where that is open and may be told, who was dropped last; else in the order of the draw."""
    told = fixture.open and revealed
    return sorted(fixture.placings.all(), key=lambda one: (one.rank or inf) if told else one.number)


@register.inclusion_tag("parts/results.html", takes_context=True)
def results(context: Context, place: str = "") -> dict[str, object]:
    """The one control of a page that shows and hides results; then the page is at `place` again."""
    onward = spoilers.unasked(context["request"]) + (f"#{place}" if place else "")
    return {"revealed": context["revealed"], "next": onward}


@register.filter
def suits(text: str) -> SafeString:
    """Plain words with their suit signs in colour."""
    return SafeString(rows.coloured(text))


@register.filter
def ago(moment: datetime | None) -> SafeString:
    """How long ago, with the exact time for who hovers; a dash for never."""
    if moment is None:
        return SafeString("–")
    old = timezone.now() - moment >= timedelta(minutes=1)
    words = f"{timesince(moment, depth=1)} ago" if old else "just now"
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        moment.isoformat(),
        f"{moment:%-d %B %Y %H:%M:%S} UTC",
        words,
    )


@register.filter
def hour(moment: datetime) -> SafeString:
    """When something will be, to the minute, and how long that is from now."""
    return format_html(
        '<time datetime="{}">{} <span class="muted">in {}</span></time>',
        moment.isoformat(),
        f"{moment:%-d %B, %H:%M} UTC",
        until(moment),
    )


@register.filter
def left(moment: datetime | None) -> SafeString:
    """How long it is until then, with the exact time for who hovers; "open" without an end."""
    if moment is None:
        return SafeString("open")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        moment.isoformat(),
        f"{moment:%-d %B %Y %H:%M} UTC",
        until(moment),
    )


def until(moment: datetime) -> str:
    """How long it is until then: "2 hours, 5 minutes"; "a moment" where that is no minute."""
    now = timezone.now()
    return timeuntil(moment, now, depth=2) if moment >= now + timedelta(minutes=1) else "a moment"


@register.filter
def lasting(seconds: float) -> str:
    """A time span to read at a glance: "48 s", "6 min", "3 h", "2 d"."""
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


@register.filter
def cpu(seconds: float | None) -> str:
    """A time that a bot used: "12 ms", "1.4 s"; a dash for nothing."""
    if seconds is None:
        return "–"
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


@register.filter
def signed(value: float | None) -> str:
    """With its sign and a decimal: "+1.5", "−0.3"; a dash for nothing."""
    return "–" if value is None else f"{round(value, 1) + 0.0:+.1f}".replace("-", "−").replace("+0.0", "0.0")


@register.filter
def change(placing: Placing) -> str:
    """What a rated fixture did to mu, signed."""
    return signed((placing.mu_after or 0) - (placing.mu_before or 0))


@register.filter
def queued(trial: Fixture | None) -> str:
    """Where a trial stands in the queue, in a sentence."""
    before = operations.ahead(trial) if trial else 0
    if not before:
        return "Its trial is the next to be played, as soon as a play worker is free."
    trials = "1 trial is" if before == 1 else f"{before} trials are"
    return f"Its trial waits for a play worker; {trials} before it."


@register.filter
def percent(share: float) -> str:
    """A share as "62 %"."""
    return f"{100 * share:.0f} %"


@register.filter
def ordinal(rank: int | None) -> str:
    """1st, 2nd, 3rd, 4th; a dash for nothing."""
    if rank is None:
        return "–"
    teens = rank % 100 in {11, 12, 13}
    return f"{rank}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(rank % 10, 'th')}"


@register.simple_tag
def contact() -> str:
    """Whom to write to, as this site is set up; nothing: that is not said."""
    return str(settings.CARAVAN_CONTACT)


@register.filter
def has_desk(user: Visitor) -> bool:
    """Whether somebody finds a desk."""
    return access.has_desk(user)


@register.filter
def desk_of(user: Visitor, league: League) -> bool:
    """Whether the desk of a league is theirs to look at."""
    return access.sees_desk(user, league)


@register.filter
def title_of(game: str) -> str:
    """What a game is called on pages."""
    return GAMES[game].title
