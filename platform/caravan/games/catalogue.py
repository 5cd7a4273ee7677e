"""The games as pages show them (templates would call a game's class)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from bots.viewer import bundle, decks
from bots.viewer.decks import Face
from referee.games import GAMES


@dataclass(frozen=True, slots=True)
class Listed:
    """A game's names, what it is about in one sentence, how many may sit down, a few of its cards."""

    name: str
    title: str
    line: str
    seats: str
    picture: list[Face]
    style: str
    """The stylesheet of its drawn table, "" if the common one is enough."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A card of a deck and how many there are of it, "" where that is said of all."""

    face: Face
    copies: str


@dataclass(frozen=True, slots=True)
class Spread:
    """A deck laid out: how many cards there are, and all different ones by what they belong to."""

    size: str
    groups: list[tuple[str, list[Shown]]]


def listed(name: str) -> Listed:
    """One game; KeyError when there is none of this name."""
    game = GAMES[name]
    line = (game.__doc__ or "").partition("\n")[0]
    seats = "–".join(dict.fromkeys((str(game.tables[0]), str(game.tables[-1]))))
    return Listed(name, game.title, line, seats, decks.deck(name).picture(), "".join(bundle.own_style(name)))


def games() -> list[Listed]:
    """All of them."""
    return [listed(name) for name in GAMES]


def spread(name: str) -> Spread:
    """The deck of a game at its smallest table."""
    pack = Counter(GAMES[name].start(GAMES[name].tables[0]).pack())
    alike = len(set(pack.values())) == 1
    copies = {card: "" if alike else f"×{number}" for card, number in pack.items()}
    groups = [
        (group.title, [Shown(face, copies.get(face.card, face.copies)) for face in group.faces])
        for group in decks.deck(name).groups
    ]
    return Spread(size(name), groups)


def size(name: str) -> str:
    """How many cards: "104 cards, 2 of each"; "52 cards, 104 from 5 seats"."""
    game = GAMES[name]
    packs = {seats: game.start(seats).pack() for seats in game.tables}
    first = Counter(packs[game.tables[0]])
    words = [f"{first.total()} cards"]
    if len(set(first.values())) == 1 and (each := max(first.values())) > 1:
        words.append(f"{each} of each")
    sizes = [(seats, len(packs[seats])) for seats in game.tables]
    changes = [now for before, now in pairwise(sizes) if before[1] != now[1]]
    return ", ".join([*words, *(f"{cards} from {seats} seats" for seats, cards in changes)])
