"""A match as one page to keep: proved, and drawn by the same viewer as on the site.

`page.html` is made from the site's own templates, with a place for what is a match's own:
`python3 manage.py viewer` writes it anew.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any

from bots.viewer import bundle, kilim, rows, words
from bots.viewer.decks import deck
from bots.viewer.markup import Markup, joined, markup
from referee.record import Record, verify
from referee.replay import replay

PAGE = Path(__file__).with_name("page.html")


def page(record: Record, bots: Sequence[str], source: str) -> str:
    """The page of a match from a file of that name; RecordError where it cannot be proved."""
    verify(record)
    played = replay(record)
    return Template(PAGE.read_text(encoding="utf-8")).substitute(
        bundle.parts(record.game),
        game=markup("{}", played["title"]),
        source=markup("{}", source),
        deck=joined(face.html("") for face in deck(record.game).faces()),
        views=joined(markup('<option value="{}">As {}</option>', *each) for each in enumerate(bots)),
        seats=joined(_seat(record, bots, seat) for seat in _best_first(record)),
        moves=rows.moves(words.tell(played, bots, record.tags or {})),
        length=len(record.moves),
        written=_written(played),
    )


def _best_first(record: Record) -> list[int]:
    return sorted(range(record.seats), key=lambda seat: (record.ranks[seat], seat))


def _seat(record: Record, bots: Sequence[str], seat: int) -> Markup:
    """A row of the result, from which the viewer also takes who sits where."""
    codes = [fault.code for fault in record.faults if fault.seat == seat]
    return markup(
        '<tr data-seat="{}" data-name="{}" data-version="" data-cpu=""><td class="n">{}</td><th scope="row">'
        '<span class="bot">{}<span>{}</span></span>{}</th>'
        '<td class="num">{}</td><td class="n score">{}</td></tr>',
        seat,
        bots[seat],
        record.ranks[seat],
        kilim.svg(bots[seat]),
        bots[seat],
        joined(markup(' <span class="tag bad">{}</span>', code) for code in codes),
        seat + 1,
        record.points[seat],
    )


def _written(played: dict[str, Any]) -> str:
    """JSON that nothing can end early within a script."""
    text = json.dumps(played, separators=(",", ":"))
    return text.translate({ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"})
