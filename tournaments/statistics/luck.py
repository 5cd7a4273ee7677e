"""The luck of the deal: what the cards gave and what was made of them, told apart by duplicate play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tournaments.statistics.intervals import Z
from tournaments.statistics.rows import Floats, Hand, Ints, numbered


@dataclass(frozen=True, slots=True)
class Luck:
    """A hand's points: the mean of its deal, and luck, and play, add up to them."""

    hand: Hand
    luck: float
    """The mean of all who held these cards, against the mean of all hands of the deal."""
    play: float
    """The points against the mean of all who held these cards."""


@dataclass(frozen=True, slots=True)
class Share:
    """An entry over all its hands: means a hand, and half the 95 % interval of its play, by deals."""

    entry: int
    hands: int
    luck: float
    play: float
    margin: float


def luck(hands: Sequence[Hand]) -> list[Luck]:
    """Each hand, in the order given."""
    points = np.array([hand.points for hand in hands], float)
    mean = _means(points, numbered(hand.deal for hand in hands))
    par = _means(points, numbered((hand.deal, hand.seat) for hand in hands))
    parts = zip(hands, (par - mean).tolist(), (points - par).tolist(), strict=True)
    return [Luck(*part) for part in parts]


def shares(hands: Sequence[Hand]) -> list[Share]:
    """Each entry, the best player of its cards first. The margin is infinite before a second deal."""
    entries = np.array([hand.entry for hand in hands], np.int64)
    deals = numbered(hand.deal for hand in hands)
    parts = np.array([(one.luck, one.play) for one in luck(hands)]).reshape(-1, 2)
    found = [_share(entry, parts[entries == entry], deals[entries == entry]) for entry in np.unique(entries)]
    return sorted(found, key=lambda share: (-share.play, share.entry))


def cards_share(hands: Sequence[Hand]) -> float:
    """The part of the spread of points within a deal that its cards explain, which duplicate play removes."""
    parts = np.array([(one.luck, one.play) for one in luck(hands)]).reshape(-1, 2)
    by_cards, by_play = (parts**2).sum(axis=0).tolist()
    return float(by_cards / (by_cards + by_play)) if by_cards + by_play else 0.0


def _share(entry: int, parts: Floats, deals: Ints) -> Share:
    """Hands of one deal are not independent, deals are."""
    number = numbered(deals.tolist())
    play = np.bincount(number, parts[:, 1]) / np.bincount(number)
    margin = Z * play.std(ddof=1) / np.sqrt(len(play)) if len(play) > 1 else np.inf
    return Share(int(entry), len(parts), *(float(x) for x in (*parts.mean(axis=0), margin)))


def _means(values: Floats, groups: Ints) -> Floats:
    """For each value the mean of its group."""
    return np.asarray((np.bincount(groups, values) / np.bincount(groups))[groups]) if len(values) else values
