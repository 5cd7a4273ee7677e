"""A match as one page to keep: proved, and drawn by the same viewer as on the site.

`page.html` is made from the site's own templates, with a place for what is a match's own:
`python3 manage.py viewer` writes it anew.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any

from bots.viewer import bundle, rows
from bots.viewer.markup import markup
from referee.record import Record, verify
from referee.replay import replay

PAGE = Path(__file__).with_name("page.html")


def page(record: Record, bots: Sequence[str], source: str) -> str:
    """The page of a match from a file of that name; RecordError where it cannot be proved."""
    verify(record)
    played = replay(record)
    return Template(PAGE.read_text(encoding="utf-8")).substitute(
        bundle.parts(record.game) | rows.beside(played, bots, record.tags or {}),
        game=markup("{}", played["title"]),
        source=markup("{}", source),
        seats=rows.results(played, bots),
        written=_written(played),
    )


def _written(played: dict[str, Any]) -> str:
    """JSON that nothing can end early within a script."""
    text = json.dumps(played, separators=(",", ":"))
    return text.translate({ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"})
