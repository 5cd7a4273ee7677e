"""Guesses leave to chance what a view leaves open: every unseen card is as likely in every unseen place."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from referee.game import CHANCE, HIDDEN, Game
from referee.games import GAMES
from referee.visibility import not_public
from tests.referee.magpie import Magpie
from tests.referee.walks import walk

GUESSES = 2000
VIEWS = 3
TABLES = [(game, seats) for game in [*GAMES.values(), Magpie] for seats in game.tables]

OPEN = {
    "pis_yedili": lambda game: game.phase == "normal" and game.opener_clubs is None,
    "donkey": lambda game: not any(cards for seat, cards in enumerate(game.known) if seat != game.turn),
    "scandaroon": lambda game: not any(game.known),
    "tuareg": lambda game: game.round == 1,
}
"""Where the seat to move can be certain of no unseen card (but for the pack it comes from, in Chicane)."""


def views(game, seats):
    """Some views of seats to move, each from the middle of another match, with the position."""
    found = 0
    for seed in range(200):
        positions = [
            table.copy()
            for table, _ in islice(walk(game, seats, f"guess {seed}"), 40)
            if table.turn not in (None, CHANCE) and OPEN.get(game.name, bool)(table)
        ]
        later = [table for table in positions if hidden(game, table.view(table.turn), table.to_json())]
        if later:
            yield later[2 * len(later) // 3]
            found += 1
        if found == VIEWS:
            return


Place = tuple[Any, ...]

SORTED = {"aside"}
"""Lists, beside hands, in which the order says nothing: each is one place."""


def hidden(game: type[Game], view: Any, data: Any) -> dict[Place, list[str]]:
    """The unseen places of a view with the cards that lie there; what is private is one place a seat."""
    hands = {name for name, sight in not_public(game).items() if sight == "private"}
    found: dict[Place, list[str]] = {}
    for place, card in unseen(view, data, ()):
        depth = 2 if place[0] in hands else 1 if place[0] in SORTED else len(place)
        found.setdefault(place[:depth], []).append(card)
    return found


def unseen(view: Any, data: Any, at: Place) -> Iterator[tuple[Place, str]]:
    if view == HIDDEN:
        yield at, data["card"] if isinstance(data, dict) else data
    elif isinstance(view, dict | list):
        for key, value in view.items() if isinstance(view, dict) else enumerate(view):
            if key not in ("game", "rules", "seat"):
                yield from unseen(value, data[key], (*at, key))


def packs(game, places: dict[Place, list[str]]) -> list[dict[Place, list[str]]]:
    """The places that share their cards: all of them, in Chicane those of each player."""
    owners = range(2) if game.name == "chicane" else [None]
    return [
        {at: cards for at, cards in places.items() if owner is None or at[1] == owner} for owner in owners
    ]


def strangeness(places: dict[Place, list[str]], seen: dict[Place, Counter[str]]) -> float:
    """The mean square of how far counts are from those of random re-deals, in standard deviations.

    In a re-deal each place gets its number of the unseen cards: so often a card, on average, with the
    variance of a draw without replacement. If guesses are such re-deals, the mean is about 1.
    """
    cards = Counter(card for here in places.values() for card in here)
    total, squares = cards.total(), []
    for at, here in places.items():
        for card, count in cards.items():
            share, size = count / total, len(here)
            variance = GUESSES * size * share * (1 - share) * (total - size) / max(1, total - 1)
            if variance:
                squares.append((seen[at][card] - GUESSES * size * share) ** 2 / variance)
    return sum(squares) / len(squares) if squares else 1.0


def guessed(game, table, places) -> dict[Place, Counter[str]]:
    """How often each card lay in each of the places in guesses from the view of the seat to move."""
    view = table.view(table.turn)
    seen: dict[Place, Counter[str]] = {at: Counter() for at in places}
    for guess in islice(game.guesses(view, Random(8)), GUESSES):
        for at, cards in hidden(game, view, guess.to_json()).items():
            seen[at].update(cards)
    return seen


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.name}-{seats}" for game, seats in TABLES])
def test_every_unseen_card_is_as_likely_in_every_unseen_place(game, seats, monkeypatch):
    monkeypatch.setitem(GAMES, Magpie.name, Magpie)
    compared = 0
    for table in views(game, seats):
        places = hidden(game, table.view(table.turn), table.to_json())
        seen = guessed(game, table, places)
        for pack in packs(game, places):
            assert 0.6 < strangeness(pack, seen) < 1.6, sorted(pack)[:3]
            compared += len(pack)
    assert compared >= VIEWS
