"""What stands beside the table, row by row, alike on every page that has the viewer."""

import re
from collections.abc import Iterable

from bots.viewer import kilim
from bots.viewer.markup import Markup, joined, markup
from bots.viewer.words import Line

SUITS = {"♣": "club", "♦": "diamond", "♥": "heart", "♠": "spade"}


def coloured(text: str) -> Markup:
    """Plain words with their suit signs in colour."""
    return joined(
        markup('<span class="on-page {}">{}</span>', SUITS[part], part) if part in SUITS else part
        for part in re.split("([♣♦♥♠])", text)
    )


def moves(lines: Iterable[Line]) -> Markup:
    """The list of moves, which the viewer's script reads out and follows."""
    return joined(map(_move, lines))


def _move(line: Line) -> Markup:
    """A line of the list of moves."""
    said = coloured(line.words)
    if not line.who:
        return markup(
            '<li class="mark-round" data-t="{}"><a class="w" href="?t={}">{}</a></li>', line.t, line.t, said
        )
    return markup(
        '<li{} data-t="{}"><span class="n">{}</span><span class="dotc k{}"></span>'
        '<a href="?t={}"><span class="muted">{}</span> <span class="w">{}</span></a>{}</li>',
        Markup(' class="fault"') if line.fault else "",
        line.t,
        line.t,
        kilim.colour(line.who),
        line.t,
        line.who,
        said,
        markup('<span class="tag info">{}</span>', line.tag) if line.tag else "",
    )
