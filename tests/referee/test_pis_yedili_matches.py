"""Whole matches of Pis Yedili: wilful players come to an end, and play does not change later hands."""

import re
from pathlib import Path

import pytest

from referee.cards import rank_of
from referee.fairness import dealt
from referee.game import CHANCE
from referee.games.pis_yedili import LAID, PisYedili, points_of
from referee.match import play_match
from referee.playthrough import random_match, random_player
from tests.referee.walks import walk


def draws(game, rng):
    """Draws whenever it may, and lays a card only if it must."""
    return game.fallback()


def keeps_its_last(game, rng):
    """Draws until it may no more, rather than have one card left."""
    legal = game.legal()
    if "draw" in legal and len(game.hands[game.turn]) < 3:
        return "draw"
    return rng.choice(legal)


def greedy(game, rng):
    """Lays a card whenever one fits."""
    return game.legal()[0]


def prefers(*ranks):
    """A player that lays a card of one of these ranks whenever there is one, and else draws."""

    def pick(game, rng):
        wanted = [move for move in game.legal() if move in LAID and rank_of(LAID[move][0]) in ranks]
        return rng.choice(wanted) if wanted else game.fallback()

    return pick


POLICIES = {
    "always draws": draws,
    "never finishes": keeps_its_last,
    "greedy": greedy,
    "always a seven": prefers("7"),
    "always turns or skips": prefers("8", "10", "A"),
    "always a jack": prefers("J"),
}


def ends(name, seats, matches):
    for seed in range(matches):
        promised = []
        for game, _ in walk(PisYedili, seats, f"{name} {seed}", POLICIES[name]):
            promised.append(game.longest)
        assert all(longest >= left for left, longest in enumerate(reversed(promised)))


@pytest.mark.parametrize("seats", PisYedili.tables)
@pytest.mark.parametrize("name", POLICIES)
def test_wilful_players_come_to_an_end(name, seats):
    ends(name, seats, 50)


@pytest.mark.long
@pytest.mark.parametrize("seats", PisYedili.tables)
@pytest.mark.parametrize("name", POLICIES)
def test_wilful_players_come_to_an_end_two_thousand_times(name, seats):
    ends(name, seats, 2000)


def deals(record):
    return [move for move in record.moves if move.startswith("deal ")]


@pytest.mark.parametrize("seats", PisYedili.tables)
def test_other_play_does_not_change_the_cards_of_later_hands(seats):
    one = play_match(PisYedili, [random_player(str(seat)) for seat in range(seats)], "same")
    other = play_match(PisYedili, [lambda seat, view, legal, news: legal[0]] * seats, "same")
    assert deals(one) == deals(other)
    assert len(set(deals(one))) == 4
    assert one.moves[1:40] != other.moves[1:40]


def test_a_later_hand_is_dealt_alike_whether_or_not_the_earlier_ones_were():
    record = play_match(PisYedili, [lambda seat, view, legal, news: legal[0]] * 3, "same")
    alone = PisYedili.from_json(
        {"seats": 3, "turn": CHANCE, "phase": "deal", "hand_no": 2, "dealer": 1, "hands": [[], [], []]}
    )
    assert dealt(alone, "same") == deals(record)[2]


def test_the_example_of_the_rule_book_was_played():
    book = (Path(__file__).parents[2] / "seeds" / "pis_yedili.md").read_text(encoding="utf-8")
    example = book.split("## An example")[1].split("\n## ")[0]
    told = [(int(seat), move) for seat, move in re.findall(r"^\| (\d) \| `([^`]+)` \|", example, re.M)]
    record = random_match(PisYedili, 4, "171", {"deals": 1})
    game, played, left = PisYedili.start(4, deals=1), [], []
    for move in record.moves:
        played.append((game.turn, move))
        game.play(move)
        left.append(len(game.stock))
    assert len(told) == 14
    assert played[-14:] == told
    assert left[-4:] == [1, 0, 0, 0]
    assert game.scores == [52, 70, 67, 0]
    assert points_of(game.hands[3]) == 39
