"""Whole matches of Tuareg: wilful players come to an end, and one deal is the same however it is played."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from referee.fairness import dealt
from referee.game import CHANCE
from referee.games.tuareg import Tuareg
from referee.games.tuareg_moves import PACK
from tests.referee.tuareg_tables import table
from tests.referee.walks import left_after, walk

ALWAYS = ("draw pass", "load", "take", "buy", "cave thief", "load cave", "map")


def wilful(verbs):
    """A player that makes a move with one of the verbs whenever there is one, and gives away little."""

    def pick(game, rng):
        wanted = [move for move in game.legal() if move.split()[0] in verbs.split()]
        if wanted:
            return rng.choice(wanted)
        if game.phase == "after":
            return next(move for move in game.legal() if move.startswith("end"))
        return game.legal()[0]

    return pick


def generous(game, rng):
    """Draws, and gives all of its hand to the market."""
    return max(game.legal(), key=lambda move: (move.startswith(("draw", "end")), len(move.split())))


def never_finishing(game, rng):
    """Whatever leaves most to be done."""
    return max(game.legal(), key=lambda move: left_after(game, move))


POLICIES = [wilful(verbs) for verbs in ALWAYS] + [generous, never_finishing]
NAMES = [verbs.replace(" ", " or ") for verbs in ALWAYS] + ["generous", "never finishing"]


def ends_within_longest(seats, seed, pick):
    promised = [game.longest for game, _ in walk(Tuareg, seats, seed, pick)]
    assert all(longest >= left for left, longest in enumerate(reversed(promised)))
    assert all(before > after for before, after in pairwise(promised))


@pytest.mark.parametrize("seats", Tuareg.tables)
@pytest.mark.parametrize("pick", POLICIES, ids=NAMES)
def test_wilful_players_come_to_an_end(pick, seats):
    for seed in range(50):
        ends_within_longest(seats, f"wilful {seed}", pick)


@pytest.mark.long
@pytest.mark.parametrize("seats", Tuareg.tables)
@pytest.mark.parametrize("pick", POLICIES, ids=NAMES)
def test_wilful_players_come_to_an_end_two_thousand_times(pick, seats):
    for seed in range(2000):
        ends_within_longest(seats, f"long {seed}", pick)


@pytest.mark.parametrize("seats", Tuareg.tables)
def test_a_second_round_without_a_pile_is_reached_and_played(seats):
    games = [game.copy() for game, _ in walk(Tuareg, seats, "none", wilful("draw pass"))]
    assert (games[-1].round, games[-1].turn, games[-1].second) == (2, None, [])


# ---- one deal, played in several ways


def starts(seats, seed, pick):
    """Who begins, the market and the pile right after the first deal."""
    for game, _ in walk(Tuareg, seats, seed, pick):
        if game.phase == "main":
            return game.starter, game.market[:], game.pile[:]
    return None


@pytest.mark.parametrize("seats", Tuareg.tables)
def test_one_seed_begins_in_one_way(seats):
    ways = [starts(seats, "deal", pick) for pick in POLICIES[:4]]
    assert all(way == ways[0] for way in ways)
    assert starts(seats, "another", POLICIES[0]) != ways[0]


def second_pile(goods, **fields):
    """The pile of the second round after so many goods were counted."""
    loads = {f"camel:{at}": good for at, good in enumerate(goods.split())}
    game = table("gold", seats=2, animals={1: loads}, pile="", extra=1, **fields)
    game.play("pass")
    game.play("end")
    return dealt(game, "seed").split()[1:]


def test_the_same_goods_come_in_the_same_order_whatever_else_was_played():
    few, more = second_pile("gold salt millet"), second_pile("gold salt millet", discard="water salt")
    assert few == more
    assert Counter(few) == Counter(["gold", "salt", "millet"])


def test_goods_more_or_less_do_not_change_the_order_of_the_others():
    game = Tuareg.start(4)
    for seed in range(30):
        game.round, game.phase = 2, "deal"
        game.scored = list(PACK[5:30])
        whole = game.deal(Random(seed)).split()[1:]
        game.scored = list(PACK[8:30])
        less = game.deal(Random(seed)).split()[1:]
        rest = iter(whole)
        assert all(good in rest for good in less)


def stolen(hand, seed, **fields):
    """What the dealer picks from that hand."""
    game = table("", hand, specials={0: {"thief 1": None}}, **fields)
    game.play("thief 1 1 hand")
    return dealt(game, seed).split()[1]


def test_the_same_theft_from_the_same_hand_takes_the_same_good():
    for seed in "abcdefgh":
        first = stolen("water gold salt millet", seed)
        assert stolen("water gold salt millet", seed, market="gold", totals=[1, 2, 3]) == first
        assert stolen(f"{first} millet", seed) in (first, "millet")
    assert len({stolen("water gold salt millet", seed) for seed in "abcdefghij"}) > 1


def test_one_theft_more_does_not_change_the_second_pile():
    thieves = {0: {"thief 1": None, "thief 2": None}}
    game = table(
        "", "gold", seats=2, specials=thieves, animals={1: {"camel:0": "gold salt"}}, pile="", extra=1
    )
    twin = game.copy()
    game.play("thief 1 1 hand")
    game.play(dealt(game, "seed"))
    piles = []
    for each in (game, twin):
        each.play("pass")
        each.play("end")
        assert each.turn == CHANCE
        piles.append(Counter(dealt(each, "seed").split()[1:]))
    assert piles[0] - piles[1] == Counter(["gold"])


def test_the_example_of_the_rule_book_was_played():
    root = Path(__file__).parents[2]
    example = (root / "seeds/tuareg.md").read_text("utf-8").split("```")[1].strip().splitlines()
    played = (root / "tests/referee/playthroughs/tuareg_5.txt").read_text("utf-8").splitlines()
    moves = [line.split(". ", 1)[1] for line in played if line[:1].isdigit()]
    assert len(example) == 10
    assert any(moves[at : at + len(example)] == example for at in range(len(moves)))
