"""The scenarios of the rule sheet, G1 to G20, and its rulings; written as a card player would tell them."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from referee.game import CHANCE, IllegalMove, SetupError
from referee.games.donkey import Donkey
from referee.games.donkey_cards import PACK, points_of
from referee.playthrough import random_match
from referee.record import replayed, table_of
from tests.referee.donkey_tables import dealt, donkey_led_by_three, hand, play, sets, table

FIVE = ("6 6 6 1 D", "8 8 J 2", "11 11 11 4", "10 10 10 3", "13 13 5")


# ---- the scenarios of the sheet


def test_g1_the_highest_set_of_the_same_size_leads_next():
    game = play(table(*FIVE), "0>6,6,6 1>8,8,J")
    assert "11 11 11" in sets(game)
    play(game, "2>- 3>10,10,10")
    assert sets(game) == ["-"]
    play(game, "4>-")
    assert sorted(game.discard) == sorted(["6", "6", "6", "8", "8", "J", "10", "10", "10"])
    assert (game.turn, game.leader, game.locked, game.phase) == (3, 3, False, "lead")


def test_g2_the_later_of_equal_cards_takes_the_donkey_trick_and_is_locked():
    game = donkey_led_by_three()
    assert (hand(game, 1), game.discard) == ("1 1 2 2 12 D", [])
    assert (game.turn, game.locked) == (1, True)
    assert sets(game) == ["1", "1 1", "2", "2 2", "12"]
    with pytest.raises(IllegalMove):
        game.play("play D")


def test_g4_who_loses_the_lead_keeps_the_donkey():
    game = table("1 9 3", "2 12", "1 7", "D 5 8", "2 6 6", leader=3)
    play(game, "3>D 4>2 0>1 1>2 2>1 1>1 2>- 3>5 4>6 0>9")
    assert (game.turn, sets(game), game.locked) == (0, ["3"], False)
    assert hand(game, 1) == "1 2 2 12 D"
    game.play("play 3")
    assert sets(game) == ["12", "-"]


def test_g5_a_joker_counts_as_the_number_it_lies_with():
    game = play(table("9 9 9 1 D", "10 10 J 4", "10 10 10 3"), "0>9,9,9 1>10,10,J")
    assert sets(game) == ["-"]
    assert play(game, "2>-").turn == 1


def test_g7_jokers_alone_are_a_set_of_fourteens():
    game = play(table("13 13 1 D", "J J 4", "5 5 3"), "0>13,13")
    assert sets(game) == ["J J", "-"]
    assert play(game, "1>J,J 2>-").turn == 1


def test_g8_what_is_a_set_and_what_is_not():
    game = table("8 9 J D", "8 8 1", "9 9 J 2")
    assert sets(game) == ["8", "8 J", "9", "9 J", "J", "D"]
    for illegal in ("play 8 9", "play 8 9 J", "play J D", "play D J", "play 8 D", "pass"):
        with pytest.raises(IllegalMove):
            game.play(illegal)
    play(game, "0>8,J")
    assert sets(game) == ["-"]
    play(game, "1>-")
    assert sets(game) == ["9 9", "9 J", "-"]


def test_g10_all_who_go_out_in_a_trick_score_nothing():
    game = play(table("4 4 D 12", "6 6", "11 J", "1 2 3"), "0>4,4 1>6,6 2>11,J 3>-")
    assert (game.turn, game.scores) == (None, [32, 0, 0, 6])


def test_g11_who_is_out_in_a_donkey_trick_without_taking_it_ends_the_hand():
    game = play(table("D 5", "3", "7 8"), "0>D 1>3 2>7")
    assert (hand(game, 2), game.scores) == ("3 7 8 D", [5, 0, 38])


def test_g13_of_two_last_cards_one_takes_the_trick_and_the_other_is_out():
    game = play(table("D 5", "3", "6"), "0>D 1>3 2>6")
    assert (game.turn, game.scores) == (None, [5, 0, 29])


def test_g14_a_leader_with_nothing_but_the_donkey_is_out_with_it():
    game = table("D", "3 9", "2 4")
    assert sets(game) == ["D"]
    play(game, "0>D 1>3 2>4")
    assert (game.turn, game.scores) == (None, [0, 9, 29])


@pytest.mark.parametrize(
    ("value", "winner", "cards"), [(14, 3, "3 13 J J D"), (1, 2, "2 13 J J D"), (None, 3, "3 13 J J D")]
)
def test_g15_jokers_in_a_donkey_trick(value, winner, cards):
    rules = {} if value is None else {"donkey_trick_joker_value": value}
    game = table("D 5", "J 9", "13 2", "J 3", rules=rules)
    play(game, "0>D 1>J 2>13 3>J")
    assert (game.turn, hand(game, winner)) == (winner, cards)


def test_g17_who_follows_with_nothing_but_the_donkey_passes():
    game = play(table("5 7", "D", "8 9"), "0>5")
    assert sets(game) == ["-"]


@pytest.mark.parametrize(
    ("seats", "each", "unseen"),
    [
        (3, 13, 71),
        (4, 13, 58),
        (5, 13, 45),
        (6, 13, 32),
        (7, 13, 19),
        (8, 13, 6),
        (9, 12, 2),
        (10, 11, 0),
        (11, 10, 0),
        (12, 9, 2),
    ],
)
def test_g19_how_many_cards_each_is_dealt(seats, each, unseen):
    game = dealt(seats)
    assert [len(cards) for cards in game.hands] == [each] * seats
    assert len(game.aside) == unseen
    assert "D" not in game.aside
    assert "D" in game.hands[game.turn]


def test_g20_equal_totals_share_the_rank():
    game = table("D", "3 9", "2 4", "5 6", totals=[41, 5, 11, 16])
    play(game, "0>D 1>3 2>4 3>5")
    assert (game.turn, game.scores, game.points()) == (None, [0, 9, 2, 38], (-41, -14, -13, -54))
    assert game.ranks() == (3, 2, 1, 4)
    game.totals = [41, 17, 17, 60]
    assert game.ranks() == (3, 1, 1, 4)


# ---- the rulings


def test_the_pack():
    assert Counter(PACK) == {str(number): 8 for number in range(1, 14)} | {"J": 5, "D": 1}
    assert (len(PACK), points_of(list(PACK))) == (110, 818)
    assert points_of(["J", "D", "13", "1"]) == 48


def test_jokers_never_count_less_than_fourteen_on_their_own():
    game = play(table("1 2 D", "J J 3", "4 5"), "0>1")
    assert sets(game) == ["3", "J", "-"]
    play(game, "1>J")
    assert sets(game) == ["-"]


def test_jokers_may_be_laid_where_numbers_would_do_but_come_last():
    assert sets(table("4 4 J J", "1 D", "2")) == [
        *["4", "4 4", "4 J", "4 4 J", "4 J J", "4 4 J J"],
        *["J", "J J"],
    ]
    with pytest.raises(IllegalMove):
        table("4 4 J J", "1 D", "2").play("play J 4")


def test_all_five_jokers_are_a_set():
    game = play(table("J J J J J 1", "2 2 2 2 2 D", "3 3 3"), "0>J,J,J,J,J 1>- 2>-")
    assert (game.turn, hand(game, 0)) == (0, "1")


def test_who_is_dealt_the_donkey_leads_and_may_lead_it_or_anything_else():
    for seed in range(10):
        game = dealt(4, seed)
        assert ("D" in game.hands[game.turn], game.locked) == (True, False)
        assert sets(game)[-1] == "D"
        assert sets(game)[0] in game.hands[game.turn]


def test_the_lock_lasts_one_trick():
    game = play(donkey_led_by_three(), "1>12 2>- 3>- 4>- 0>-")
    assert (game.turn, game.locked) == (1, False)
    assert sets(game) == ["1", "1 1", "2", "2 2", "D"]


def test_whoever_lost_the_lead_may_lead_the_donkey_when_it_comes_back():
    game = table("1 9 3 4", "2 12", "1 7", "D 5 8", "2 6 6", leader=3)
    play(game, "3>D 4>2 0>1 1>2 2>1 1>1 2>- 3>5 4>6 0>9 0>3 1>12 2>- 3>- 4>-")
    assert (game.turn, game.locked, sets(game)) == (1, False, ["1", "2", "2 2", "D"])


def test_one_may_pass_though_able_to_beat_and_acts_once():
    game = play(table("3 4 D", "5 6", "7 8"), "0>3 1>- 2>7")
    assert (game.turn, game.phase) == (2, "lead")


def test_equal_values_and_other_numbers_of_cards_do_not_beat():
    game = play(table("3 3 D", "3 3 3", "5 6"), "0>3,3")
    assert sets(game) == ["-"]
    play(game, "1>-")
    assert sets(game) == ["-"]


def test_in_a_donkey_trick_any_card_is_laid_and_nobody_passes():
    game = play(table("D 9", "13 13 J 2", "2 5"), "0>D")
    assert sets(game) == ["2", "13", "J"]
    play(game, "1>13")
    assert sets(game) == ["2", "5"]


def test_of_equal_jokers_the_last_takes_the_donkey_trick():
    game = play(table("D 9", "J 2", "J 5"), "0>D 1>J 2>J")
    assert (game.turn, hand(game, 2)) == (2, "5 J J D")


def test_only_the_donkey_trick_is_taken_up():
    game = table("D 9 9", "2 3 3", "5 5 6", discard=["1", "1", "4"])
    play(game, "0>D 1>3 2>5")
    assert (hand(game, 2), game.discard) == ("3 5 5 6 D", ["1", "1", "4"])


def test_who_takes_the_donkey_trick_with_the_last_card_is_not_out():
    game = play(table("D 9", "2 3", "5"), "0>D 1>3 2>5")
    assert (game.turn, hand(game, 2), game.phase) == (2, "3 5 D", "lead")


def test_a_hand_does_not_end_before_the_trick():
    game = play(table("3 D", "4", "5 6"), "0>3 1>4")
    assert (game.turn, game.phase) == (2, "follow")
    play(game, "2>5")
    assert (game.turn, game.scores) == (None, [20, 0, 6])


def test_the_leader_may_be_out_and_the_others_still_act():
    game = play(table("3 3", "4 4 D", "5 6"), "0>3,3")
    assert (game.turn, sets(game)) == (1, ["4 4", "-"])
    play(game, "1>- 2>-")
    assert (game.turn, game.scores) == (None, [0, 28, 11])


def test_the_hands_are_known_to_all_at_the_end_of_a_hand():
    game = play(table("D", "3 9", "2 4", rules={"deals": 2}), "0>D 1>3 2>4")
    assert (game.turn, game.hand_no, game.act.name) == (CHANCE, 1, "aside 2")
    assert game.view(0)["known"] == [[], ["9"], ["2", "3", "4", "D"]]


def test_each_hand_is_dealt_from_the_whole_pack_and_led_by_the_donkeys_new_holder():
    leaders = set()
    for seed in range(8):
        game, rng = Donkey.start(3), Random(seed)
        while game.hand_no < 1 or game.turn == CHANCE:
            game.play(game.deal(rng) if game.turn == CHANCE else rng.choice(game.legal()))
        assert (game.phase, game.locked, game.discard, game.moves) == ("lead", False, [], [])
        assert Counter(game.cards()) == Counter(PACK)
        assert "D" in game.hands[game.turn]
        leaders.add(game.turn)
    assert len(leaders) > 1


def test_the_donkey_is_in_play_and_as_likely_with_each():
    counts = Counter(dealt(3, seed).turn for seed in range(300))
    assert all(70 <= counts[seat] <= 130 for seat in range(3))


def test_every_trick_is_kept_in_the_order_of_play():
    game = donkey_led_by_three()
    assert (game.leaders, game.moves) == ([3], ["play D", "play 2", "play 1", "play 2", "play 1"])
    assert play(game, "1>12 2>-").moves[5:] == ["play 12", "pass"]
    play(game, "3>- 4>- 0>- 1>2,2 2>- 3>- 4>- 0>-")
    assert (game.leaders, game.discard) == ([3, 1, 1], ["12", "2", "2"])


# ---- other rules


def test_other_numbers_of_hands_and_cards():
    assert Donkey.start(3).deals == 3
    game = dealt(12, hand_size=2, deals=1)
    assert [len(cards) for cards in game.hands] == [2] * 12
    assert len(game.aside) == 86
    game = dealt(10, hand_size=11)
    assert (game.aside, game.packet) == ([], [])
    assert Donkey.start(10).act.name == "deal 1"
    for seed in range(20):
        assert random_match(Donkey, 3, str(seed), {"hand_size": 1}).ranks
        assert random_match(Donkey, 3, str(seed), {"hand_size": 36, "deals": 1}).ranks


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ({"deals": 0}, "rules.deals"),
        ({"deals": 21}, "rules.deals"),
        ({"hand_size": 0}, "rules.hand_size"),
        ({"hand_size": 28}, "rules.hand_size"),
        ({"donkey_trick_joker_value": 13}, "rules.donkey_trick_joker_value"),
        ({"donkey_trick_joker_value": True}, "rules.donkey_trick_joker_value"),
        ({"jokers": 4}, "rules.jokers"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules, place):
    with pytest.raises(SetupError) as refused:
        Donkey.start(4, **rules)
    assert refused.value.place == place


@pytest.mark.parametrize(
    ("hands", "fields", "move"),
    [
        (("4 4 9 J D", "1", "2"), {}, "play 4"),
        (("J J D", "1", "2"), {}, "play J"),
        (("D", "1", "2"), {}, "play D"),
        (("1 1 J D", "1", "2"), {"locked": True}, "play 1"),
        (("1", "9 J", "2 D"), {"laid": [["3"], [], []], "turn": 1, "phase": "follow"}, "pass"),
        (("1", "9 J", "2 2"), {"laid": [["D"], [], []], "turn": 1, "phase": "donkey"}, "play 9"),
        (
            ("1", "9 J", "2 2"),
            {
                "laid": [["D"], [], []],
                "turn": 1,
                "phase": "donkey",
                "rules": {"donkey_trick_joker_value": 1},
            },
            "play J",
        ),
    ],
)
def test_the_fallback_passes_or_lays_the_lowest(hands, fields, move):
    assert table(*hands, **fields).fallback() == move


def test_the_example_of_the_rule_book_was_played():
    book = (Path(__file__).parents[2] / "seeds" / "donkey.md").read_text(encoding="utf-8")
    record = random_match(Donkey, 5, "1954", {"deals": 1})
    played = [f"seat {seat}: {move}" for seat, move in replayed(record, table_of(record))]
    parts = [part.strip() for part in book.split("```")[1::2]]
    assert len(parts) == 3
    assert all(part in "\n".join(played) for part in parts)
    assert -record.points[1] == 90


def test_watchers_see_what_is_to_beat_and_who_is_ahead():
    game = table(*FIVE)
    assert game.figures() == {"highest": None, "places": [1, 1, 1, 1, 1]}
    play(game, "0>6,6,6 1>8,8,J")
    assert game.figures()["highest"] == 8
    game = table("D 5", "J 9", "13 2", totals=[40, 7, 7], rules={"deals": 1, "donkey_trick_joker_value": 1})
    play(game, "0>D")
    assert game.figures() == {"highest": 0, "places": [3, 1, 1]}
    play(game, "1>J")
    assert game.figures()["highest"] == 1
