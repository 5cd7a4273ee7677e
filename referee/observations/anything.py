"""Any game in numbers: the cards in sight, field by field, and what is a number already."""

from typing import Any

from referee.game import HIDDEN, View
from referee.observations.parts import Numbers, Parts, Round, counted, places


def observed(view: View) -> Parts:
    """Each field: how many cards of each kind it shows, how many it hides, its value if it is a number."""
    from referee.games import GAMES

    game = GAMES[view["game"]]
    place = places(game.start(view["seats"], **view["rules"]).pack())
    fields = {name: value for name, value in view.items() if name not in ("game", "rules", "seat", "seats")}
    return {"turn_of": Round(view).at(view["turn"])} | {
        name: _shown(value, place) for name, value in fields.items()
    }


def _shown(value: Any, place: dict[str, int]) -> Numbers:
    words = _words(value)
    return [*counted(words, place), words.count(HIDDEN), value if isinstance(value, int) else 0]


def _words(value: Any) -> list[str]:
    """All texts in a JSON value."""
    if isinstance(value, list | dict):
        inside = value.values() if isinstance(value, dict) else value
        return [word for each in inside for word in _words(each)]
    return [value] if isinstance(value, str) else []
