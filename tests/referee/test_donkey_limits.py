"""Donkey with stubborn players, guessing bots and hostile JSON: how long, what is known, what is refused."""

from collections import Counter
from itertools import chain
from random import Random

import pytest

from referee.errors import PositionError
from referee.games.donkey import Donkey
from referee.games.donkey_cards import LAID, VALUE
from referee.match import play_match
from referee.playthrough import random_player
from tests.referee.donkey_tables import dealt, donkey_led_by_three, play, table
from tests.referee.walks import walk

# ---- how long it may last


def low(game, rng):
    """Never finishes: passes, and else lays the lowest single card."""
    return game.fallback()


def hot_potato(game, rng):
    """Leads the donkey whenever it can, takes it whenever it can, and sheds one card at a time."""
    legal = game.legal()
    if game.phase == "donkey":
        return max(legal, key=lambda move: VALUE[LAID[move][0]])
    return "play D" if "play D" in legal else game.fallback()


def climber(game, rng):
    """Beats whenever it can, as cheaply as it can, and leads the donkey whenever it can."""
    legal = game.legal()
    return legal[-1] if game.phase == "lead" else legal[0]


def spender(game, rng):
    """Leads its largest sets and lays its highest cards."""
    return max(game.legal(), key=lambda move: (len(LAID.get(move, ())), VALUE[LAID.get(move, ["D"])[0]]))


def mixed(game, rng):
    """Any of these, and of the most stubborn the most."""
    return rng.choice([low, hot_potato, hot_potato, climber, spender])(game, rng)


POLICIES = (low, hot_potato, climber, spender, mixed)


def ends_in_time(seats, policy, seed):
    promised = [game.longest for game, _ in walk(Donkey, seats, f"{seed}", policy)]
    assert all(longest >= left for left, longest in enumerate(reversed(promised)))
    assert promised[-1] == 0


@pytest.mark.parametrize("seats", Donkey.tables)
@pytest.mark.parametrize("policy", POLICIES)
def test_stubborn_players_come_to_an_end(policy, seats):
    for seed in range(50):
        ends_in_time(seats, policy, seed)


@pytest.mark.long
@pytest.mark.parametrize("seats", Donkey.tables)
@pytest.mark.parametrize("policy", POLICIES)
def test_stubborn_players_come_to_an_end_two_thousand_times(policy, seats):
    for seed in range(2000):
        ends_in_time(seats, policy, seed)


def most_moves(game):
    """How long a match can really last, found by trying everything."""
    if game.turn is None:
        return 0
    return 1 + max(most_moves(after(game, move)) for move in game.legal())


def after(game, move):
    twin = game.copy()
    twin.play(move)
    return twin


@pytest.mark.parametrize(
    ("hands", "fields", "moves"),
    [
        (("D", "1", "5"), {}, 3),
        (("D 1", "2 3", "4"), {}, 12),
        (("D 2", "1 1 4", "4 4"), {}, 24),
        (("5 D", "4", "5"), {"locked": True}, 6),
        (("3 4 D", "2", "1 3 5"), {"locked": True}, 21),
        (("1", "2 2", "3 3"), {"laid": [["D"], [], []], "turn": 1, "phase": "donkey"}, 14),
        (("5 D", "2 2", "3 3"), {"laid": [["1"], [], []], "turn": 1, "phase": "follow"}, 17),
    ],
)
def test_longest_is_not_much_more_than_what_can_really_happen(hands, fields, moves):
    game = table(*hands, **fields)
    assert most_moves(game) == moves
    assert moves <= game.longest <= moves + 3 * game.seats


@pytest.mark.parametrize(("seats", "tricks"), [(3, 77), (5, 129), (8, 207), (10, 219), (11, 219)])
def test_a_hand_has_at_most_the_tricks_of_the_sheet(seats, tricks):
    assert dealt(seats, deals=1).longest <= tricks * seats


# ---- chance


def dealer_moves(record):
    return [move for move in record.moves if move.split(" ")[0] in ("aside", "deal")]


@pytest.mark.parametrize(("seats", "acts"), [(4, ["aside", "deal"] * 3), (10, ["deal"] * 3)])
def test_other_play_does_not_change_the_cards_of_later_hands(seats, acts):
    def lowest(seat, view, legal, news):
        return legal[0]

    one = play_match(Donkey, [random_player(str(seat)) for seat in range(seats)], "same")
    other = play_match(Donkey, [lowest] * seats, "same")
    dealt_to_one, dealt_to_other = dealer_moves(one), dealer_moves(other)
    assert [move.split(" ")[0] for move in dealt_to_one] == acts
    assert dealt_to_one == dealt_to_other
    assert len(set(dealt_to_one)) == len(acts)
    assert one.moves[2:40] != other.moves[2:40]


# ---- what is known


def recount(view):
    """What everybody knows of each hand, from the moves alone; the first leader was dealt the donkey."""
    seats, moves = view["seats"], view["moves"]
    leaders = [*view["leaders"], view["leader"]]
    known = [Counter() for _ in range(seats)]
    known[leaders[0]]["D"] = 1
    for at, move in enumerate(moves):
        known[(leaders[at // seats] + at) % seats] -= Counter(LAID.get(move, ()))
        trick = moves[at + 1 - seats : at + 1]
        if at % seats == seats - 1 and trick[0] == "play D":
            known[leaders[at // seats + 1]] += Counter(chain(*map(LAID.get, trick)))
    return [sorted(each.elements()) for each in known]


@pytest.mark.parametrize("seats", [3, 5, 10])
def test_a_guess_gives_everybody_what_they_were_seen_to_take(seats):
    taken = 0
    for seed in range(6):
        for number, (game, _) in enumerate(walk(Donkey, seats, str(seed), mixed)):
            if game.phase not in ("lead", "follow", "donkey"):
                continue
            assert [sorted(cards) for cards in game.known] == recount(game.view(None))
            if number % 5 == 0:
                guess = Donkey.guess(game.view(number % seats), Random(number))
                assert all(
                    Counter(known) <= Counter(cards)
                    for known, cards in zip(game.known, guess.hands, strict=True)
                )
                taken += sum(len(known) > 1 for known in game.known)
    assert taken > 50


def test_what_was_taken_and_played_again_is_known_no_more():
    game = donkey_led_by_three()
    assert game.known == [[], ["1", "1", "2", "2", "D"], [], [], []]
    play(game, "1>2,2")
    assert game.known[1] == ["1", "1", "D"]
    play(game, "2>- 3>- 4>- 0>- 1>12")
    assert game.known[1] == ["1", "1", "D"]


def test_a_guess_leaves_what_is_not_known_to_chance():
    game = donkey_led_by_three()
    guesses = [Donkey.guess(game.view(0), Random(seed)).hands for seed in range(40)]
    assert all((Counter(hands[1]) - Counter(game.known[1])).total() == 1 for hands in guesses)
    assert len({str(hands[1]) for hands in guesses}) > 5
    assert all(hands[0] == game.hands[0] for hands in guesses)


def test_a_guess_between_the_dealers_acts_keeps_the_donkey_in_the_packet():
    game = Donkey.start(12)
    game.play(game.deal(Random(1)))
    for seed in range(20):
        guess = Donkey.guess(game.view(0), Random(seed))
        assert (guess.packet.count("D"), len(guess.packet)) == (1, 108)


# ---- positions from outside


TRICK = {"phase": "follow", "turn": 1}


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"hands": [["1"], ["2"], ["3"]]}, "known"),
        ({"hands": [["1"], ["D"], []]}, "hands[2]"),
        ({"turn": 1}, "turn"),
        ({"turn": -1}, "turn"),
        ({"phase": "follow"}, "turn"),
        ({"phase": "aside"}, "turn"),
        ({"phase": "over", "turn": None}, "known"),
        ({"phase": "deal", "turn": -1, "hands": [[], [], []]}, "packet"),
        ({"packet": ["1"]}, "packet"),
        ({"aside": ["D"]}, "cards"),
        ({"aside": ["1"] * 8}, "cards"),
        ({"hands": [["1"], ["2"], ["3"]], "aside": ["D"]}, "aside"),
        ({"leader": 3, "turn": 0}, "leader"),
        ({"leaders": [0, 7]}, "leader"),
        ({"known": [["4"], [], []]}, "known[0]"),
        ({"known": [[], []]}, "known"),
        ({"discard": ["?"]}, "known"),
        ({"hand_no": 1}, "hand_no"),
        ({"locked": True}, "locked"),
        ({"locked": True, "leader": 1, "turn": 1, "hands": [["1"], ["D"], ["3"]]}, "locked"),
        ({"laid": [["1"], [], []]}, "laid[0]"),
        ({**TRICK, "laid": [[], [], []]}, "laid[0]"),
        ({**TRICK, "laid": [["1", "2"], [], []]}, "laid[0]"),
        ({**TRICK, "laid": [["2"], ["3"], []]}, "laid[1]"),
        ({**TRICK, "turn": 2, "laid": [["2"], ["2"], []]}, "laid[1]"),
        ({**TRICK, "turn": 2, "laid": [["2"], ["3", "3"], []]}, "laid[1]"),
        ({**TRICK, "laid": [["D"], [], []], "hands": [["1"], ["2"], ["3"]]}, "laid[0]"),
        ({**TRICK, "phase": "donkey", "laid": [["1"], [], []]}, "laid[0]"),
        (
            {"phase": "donkey", "turn": 2, "laid": [["D"], [], []], "hands": [["1"], ["2"], ["3"]]},
            "laid[1]",
        ),
    ],
)
def test_positions_that_cannot_be_are_refused(fields, place):
    assert table("1 2", "3 D", "4").turn == 0
    with pytest.raises(PositionError) as refused:
        table("1 2", "3 D", "4", **fields)
    assert refused.value.place == place


def test_a_view_in_which_known_cards_are_too_many_is_refused():
    view = dealt(3).view(0)
    for known in (["1"] * 9, ["1"] * 14):
        with pytest.raises(PositionError, match="known"):
            Donkey.guess(view | {"known": [[], known, []]}, Random(1))
