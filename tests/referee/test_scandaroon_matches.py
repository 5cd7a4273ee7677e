"""Matches of Scandaroon: its options, who knows what, stubborn players, duplicate play, bad positions."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from referee.errors import PositionError, SetupError
from referee.game import CHANCE
from referee.games.scandaroon import Scandaroon
from referee.games.scandaroon_cards import PACK
from referee.playthrough import random_match
from tests.referee.scandaroon_table import cards, moves, play, rows, table
from tests.referee.walks import walk

# ---- options


def test_other_points():
    rules = {
        "rounds": 2,
        "first_place": 5,
        "pile_most": 4,
        "sanzadu_points": 7,
        "token_bonus": 3,
        "third_of_three": 0,
    }
    game = table("S7", "X6", "T5", hands=("", "", "C1"), rules=rules, turn=2, tokens=[False, False, True])
    game.play("token C1 pile")
    play(game, "pass", "pass", "pass")
    assert (game.placed, game.bonus, game.sanzadu) == ([5, 2, 0], [0, 0, 3], [True, False, False])
    assert game.points() == (5 + 4 + 7 + 2, 2 + 1, 0)
    play(game, f"trump {game.act.cards[0]}", "pass", "pass", "pass")
    assert game.turn is None


def test_other_hands_and_exchanges():
    rules = {"hand_size": 7, "exchange_most": 5, "reshuffle_before": 2}
    game = play(Scandaroon.start(2, **rules), "first 1", "shuffle " + " ".join(reversed(PACK)), "trump S")
    assert [len(hand) for hand in game.hands] == [7, 7]
    assert [*game.hands[1]] == sorted(PACK[-1:-14:-2])
    assert max(len(move.split()) for move in moves(game, "token X0 exchange")) == 5
    play(game, "pass", "pass")
    assert game.act.name == "shuffle 2"


def test_other_suits_may_pay_for_the_token():
    game = table("", "S1", hands=("C1 X5 S2 T3",), rules={"paying_suits": "STXC"})
    paid = {card: moves(game, f"token {card}")[0].split()[0] for card in game.hands[0]}
    assert paid == {"S2": "pile", "T3": "exchange", "X5": "protect", "C1": "steal"}


def test_other_turn_limits():
    game = table(hands=("C1 C2 C3",), passed="12", rules={"turn_limit": 2})
    play(game, "play C1 0", "play C2 0")
    assert game.legal() == ["pass"]


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ({"rounds": 0}, "rules.rounds"),
        ({"rounds": 6}, "rules.rounds"),
        ({"hand_size": 8}, "rules.hand_size"),
        ({"reshuffle_before": 1}, "rules.reshuffle_before"),
        ({"first_place": 1}, "rules.first_place"),
        ({"third_of_three": 2}, "rules.third_of_three"),
        ({"pile_most": 0}, "rules.pile_most"),
        ({"sanzadu_points": -1}, "rules.sanzadu_points"),
        ({"token_bonus": 101}, "rules.token_bonus"),
        ({"exchange_most": 6}, "rules.exchange_most"),
        ({"turn_limit": 0}, "rules.turn_limit"),
        ({"paying_suits": "CXS"}, "rules.paying_suits"),
        ({"paying_suits": "CCXS"}, "rules.paying_suits"),
        ({"zero_scope": "hand"}, "rules.zero_scope"),
        ({"trumps": 4}, "rules.trumps"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules, place):
    with pytest.raises(SetupError) as refused:
        Scandaroon.start(3, **rules)
    assert refused.value.place == place


def test_the_table_sizes():
    assert [*Scandaroon.tables] == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(SetupError):
            Scandaroon.start(seats)


# ---- who knows what


def test_the_dealers_picks_are_open_and_its_shuffles_are_not():
    game = Scandaroon.start(3)
    assert [game.told("first 2", seat) for seat in (0, None)] == ["first 2"] * 2
    game.play("first 2")
    assert {game.told("shuffle " + " ".join(PACK), seat) for seat in (0, 2, None)} == {"shuffle" + " ?" * 51}
    game.play("shuffle " + " ".join(PACK))
    assert game.told("trump S", 1) == "trump S"
    game.play("trump S")
    assert (game.turn, game.first) == (2, 2)
    assert game.hands[2] == list(PACK[0:15:3])


def test_what_all_have_seen_coming_into_a_hand_stays_known_until_it_leaves():
    game = table("T6", "X3 C2", "SR X6", hands=("S1 S2", "S3", "S4"), trump="C", discard="C1")
    game.play("ability T6 X3")
    assert game.known == cards("X3", "", "")
    play(game, "play S3 1", "ability SR C1", "play X3 0", "pass", "ability X6")
    assert game.known == cards("", "", "C1 C3")
    assert game.hands[2] == ["C0", "C1", "C3", "S4"]
    view = game.view(0)
    assert (view["hands"][2], view["known"][2]) == (["?"] * 4, ["C1", "C3"])
    assert game.view(None)["hands"] == [["?", "?"], [], ["?"] * 4]
    for seed in range(20):
        for seat in (0, 1, None):
            guess = Scandaroon.guess(game.view(seat), Random(seed))
            assert {"C1", "C3"} <= {*guess.hands[2]}
            assert sorted(guess.cards()) == sorted(game.cards())
    hands = {tuple(Scandaroon.guess(game.view(0), Random(seed)).hands[2]) for seed in range(20)}
    assert len(hands) > 10


def test_known_cards_that_are_spent_or_exchanged_are_forgotten():
    game = table(hands=("C1 X5 S1",), known=cards("C1 X5", "", ""))
    game.play("token X5 exchange C1 S1")
    assert game.known[0] == []
    game = table("TF", hands=("C1",), known=cards("C1", "", ""))
    game.play("ability TF C1")
    assert game.known[0] == []


# ---- stubborn players


def verb(*starts):
    """Picks a move that begins with one of these words, the first word first; else any but passing."""

    def pick(game, rng):
        legal = game.legal()
        for start in starts:
            if found := [move for move in legal if move.startswith(start)]:
                return rng.choice(found)
        return rng.choice(legal[1:] or legal)

    return pick


STUBBORN = {
    "always retrieve": verb("ability T7", "ability SR", "ability TR", "ability XR", "ability CR"),
    "always draw": verb("ability X6", "ability X7", "ability X3", "ability X5", "token X"),
    "always use": verb("ability", "play"),
    "always lay": verb("play", "ability T7"),
    "always finish": verb("play CF", "play SF", "play TF", "play XF"),
    "never pass": verb(),
    "always spend": verb("token"),
}


def stubborn_match(seats, name, seed):
    """Walks a match of players of one kind; gives the longest list of moves and the reshuffles."""
    promised, longest_list, reshuffles = [], 0, 0
    for game, _ in walk(Scandaroon, seats, f"{name} {seed}", STUBBORN[name]):
        promised.append(game.longest)
        assert sorted(game.cards()) in ([], [*PACK])
        assert all({*known} <= {*hand} for known, hand in zip(game.known, game.hands, strict=True))
        reshuffles += game.phase == "reshuffle"
        if game.phase == "play" and game.turn != CHANCE:
            longest_list = max(longest_list, len(json.dumps(game.legal())))
    assert all(longest >= left for left, longest in enumerate(reversed(promised)))
    return longest_list, reshuffles


@pytest.mark.parametrize("seats", Scandaroon.tables)
@pytest.mark.parametrize("name", STUBBORN)
def test_stubborn_players_come_to_an_end(seats, name):
    seen = [stubborn_match(seats, name, seed) for seed in range(50)]
    assert max(longest_list for longest_list, _ in seen) < 32 << 10
    if seats == 4 and name == "always draw":
        assert any(reshuffles for _, reshuffles in seen)


@pytest.mark.long
@pytest.mark.parametrize("seats", Scandaroon.tables)
@pytest.mark.parametrize("name", STUBBORN)
def test_two_thousand_matches_of_stubborn_players_come_to_an_end(seats, name):
    for seed in range(2000):
        stubborn_match(seats, name, seed)


# ---- duplicate play


def shuffles(seed, pick):
    """Every act of the dealer in a match, by its name."""
    acts = {}
    for game, move in walk(Scandaroon, 3, seed, pick):
        if game.turn == CHANCE:
            acts[game.act.name] = move.split()[1:]
    return acts


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_two_matches_of_one_deal_get_the_same_chances_however_they_are_played(seed):
    one = shuffles(seed, verb("pass"))
    other = shuffles(seed, STUBBORN["always draw"])
    common = one.keys() & other.keys()
    assert {"first 1", "shuffle 1", "shuffle 3", "trump 1"} <= common
    assert {*one["shuffle 3"]} != {*other["shuffle 3"]}
    for name in common:
        both = {*one[name]} & {*other[name]}
        assert [card for card in one[name] if card in both] == [card for card in other[name] if card in both]


@pytest.mark.parametrize(
    ("stock", "acts"), [("T1", ["reshuffle 2.1", "shuffle 3"]), ("T1 T2", ["shuffle 3"])]
)
def test_one_more_reshuffle_leaves_the_later_chances_alone(stock, acts):
    game = table("X3 X5", stock=stock, passed="12", starts=["X", "S"], round_no=1)
    names = []
    for move in ("ability X3", "ability X5", "pass"):
        game.play(move)
        if game.turn == CHANCE:
            names.append(game.act.name)
            game.play(f"{game.act.verb} {' '.join(game.act.cards)}")
    assert names == acts


# ---- positions from outside


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"first": 3}, "first"),
        ({"round_no": 4}, "round_no"),
        ({"rows": [[], []]}, "rows"),
        ({"passed": [False, False]}, "passed"),
        ({"acted": [0, -1, 0]}, "acted"),
        ({"acted": [0, 41, 0]}, "acted"),
        ({"record": -1}, "record"),
        ({"rows": [["?"], [], []]}, "discard"),
        ({"discard": ["?"]}, "discard"),
        ({"markers": {"C1": 1}}, "markers"),
        ({"markers": {"S7": -1}}, "markers"),
        ({"protected": ["C1"]}, "protected"),
        ({"protected": ["S7", "S7"]}, "protected"),
        ({"known": [["C2"], [], []]}, "known[0]"),
        ({"known": [[], ["X1"], []]}, "known[1]"),
        ({"hands": [["C1"], ["?"], []], "known": [[], ["S7"], []]}, "known"),
        ({"hands": [["C1"], ["?"], []], "known": [[], ["Z9"], []]}, "known"),
        ({"hands": [["C1"], ["?"], ["?"]], "known": [[], ["X1"], ["X1"]]}, "known"),
        ({"hands": [["C1"], ["C1"], []]}, "cards"),
        ({"starts": ["N"]}, "starts"),
        ({"starts": ["Q"]}, "starts"),
        ({"starts": ["X", "X"], "round_no": 1}, "starts"),
        ({"starts": ["T", "X"], "round_no": 1}, "starts"),
        ({"starts": ["X", "S"]}, "starts"),
        ({"starts": []}, "starts"),
        ({"trump": "Q"}, "trump"),
        ({"trump": None, "starts": []}, "trump"),
        ({"turn": None}, "turn"),
        ({"turn": -1}, "turn"),
        ({"phase": "over"}, "turn"),
        ({"phase": "over", "turn": -1}, "turn"),
        ({"phase": "lunch"}, "phase"),
        ({"phase": "trump", "turn": -1}, "trump"),
        ({"phase": "first", "turn": -1, "trump": None, "starts": []}, "hands"),
        ({"phase": "trump", "turn": -1, "trump": None, "starts": ["T"], "round_no": 1}, "starts"),
        ({"phase": "reshuffle", "turn": -1}, "owed"),
        ({"phase": "reshuffle", "turn": -1, "owed": [0]}, "stock"),
        ({"phase": "reshuffle", "turn": -1, "owed": [0, 1], "stock": [], "discard": ["T1"]}, "owed"),
        ({"owed": [0]}, "owed"),
        ({"owed": [5]}, "owed"),
        ({"holders": [3]}, "owed"),
        ({"revealing": True}, "revealing"),
        ({"passed": [True, False, False]}, "passed"),
        ({"phase": "trump", "turn": -1, "trump": None, "starts": [], "acted": [1, 0, 0]}, "acted"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(fields, place):
    whole = table("S7", hands=("C1",), stock="C5").to_json()
    Scandaroon.from_json(whole)
    with pytest.raises(PositionError) as refused:
        Scandaroon.from_json(whole | fields)
    assert refused.value.place == place


def test_a_seat_that_failed_passes():
    game = table("S7", hands=("C1",))
    assert game.fallback() == "pass"
    game.play(game.fallback())
    assert rows(game) == ["S7", "", ""]


def test_the_example_of_the_rule_book_was_played():
    book = (Path(__file__).parents[2] / "seeds" / "scandaroon.md").read_text(encoding="utf-8")
    example = book.split("## An example")[1].split("\n## ")[0]
    told = re.findall(r"seat (\d): `(\w+ ?[^`]*)`(?:, `(pass)`)?", example)
    moves = [(int(seat), move) for seat, *both in told for move in both if move]
    record = random_match(Scandaroon, 4, "1654")
    game, played = Scandaroon.start(4), []
    for move in record.moves:
        played.append((game.turn, move))
        game.play(move)
    start = played.index(moves[0])
    assert len(moves) == 9
    assert played[start : start + len(moves)] == moves
