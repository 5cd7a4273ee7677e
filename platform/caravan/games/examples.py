"""What a bot says of itself, and what it is asked: a real line of the wire from a real position."""

from __future__ import annotations

import json
from functools import lru_cache
from random import Random

from referee.game import CHANCE
from referee.games import GAMES
from referee.visibility import fields_of

MANIFEST = f"""name = "oryx"
games = ["{next(iter(GAMES))}"]
language = "python"  # or "javascript", "executable"
entry = "bot.py"
"""
"""What a zip says of itself in its `bot.toml`."""


SEEN = {
    "public": "everybody",
    "rule": "everybody; fixed at the start",
    "private": "its own seat; of the others how many cards",
    "secret": "nobody; how many cards",
    "known": "each card by the seats that know it",
}
"""Who sees a field of a view."""


def fields(game: str) -> list[tuple[str, str]]:
    """What a view holds, and who sees it."""
    return [(each.name, SEEN[each.sight.value]) for each in fields_of(GAMES[game])]


@lru_cache
def ask(game: str) -> str:
    """The first question of a match at the smallest table, indented."""
    position = GAMES[game].start(GAMES[game].tables[0])
    while position.turn == CHANCE:
        position.play(position.deal(Random(f"example/{position.act.name}")))  # noqa: S311 - no secret
    line = {"type": "ask", "number": 1, "view": position.view(position.turn), "legal": list(position.legal())}
    return json.dumps(line, indent=1)
