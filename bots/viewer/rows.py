"""What stands beside the table, row by row, alike on every page that has the viewer."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bots.quoting import shown
from bots.viewer import kilim, words
from bots.viewer.decks import deck
from bots.viewer.markup import Markup, joined, markup
from bots.viewer.words import Line

CODE = 20
"""So much of the code of a fault is shown."""
SUITS = {"♣": "club", "♦": "diamond", "♥": "heart", "♠": "spade"}


def beside(replay: Mapping[str, Any], names: Sequence[str], tags: Mapping[str, str]) -> dict[str, object]:
    """What every form of the viewer has of a match, by its place in the page; names by seat."""
    lines = words.tell(replay, names, tags)
    return {
        "moves": moves(lines),
        "length": len(lines),
        "views": views(names),
        "deck": deck(replay["game"]).html(),
    }


def results(replay: Mapping[str, Any], names: Sequence[str]) -> Markup:
    """What came of it for each seat, best first; from here the viewer's script also knows who sits where."""
    best = sorted(range(replay["seats"]), key=lambda seat: (replay["ranks"][seat], seat))
    return joined(_result(replay, seat, names[seat]) for seat in best)


def views(names: Iterable[str]) -> Markup:
    """The seats whose cards alone may be looked at."""
    return joined(markup('<option value="{}">As {}</option>', *each) for each in enumerate(names))


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


def _result(replay: Mapping[str, Any], seat: int, name: str) -> Markup:
    codes = [fault["code"] for fault in replay["faults"] if fault["seat"] == seat]
    return markup(
        '<tr data-seat="{}" data-name="{}" data-version="" data-cpu=""><td class="n">{}</td><th scope="row">'
        '<span class="bot">{}<span>{}</span></span>{}</th>'
        '<td class="num">{}</td><td class="n score">{}</td></tr>',
        seat,
        name,
        replay["ranks"][seat],
        kilim.svg(name),
        name,
        joined(markup(' <span class="tag bad">{}</span>', shown(code, CODE)) for code in codes),
        seat + 1,
        replay["points"][seat],
    )
