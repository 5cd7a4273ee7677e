"""The rulings of Tuareg, told as a card player would; the sheet's own scenarios are in test_tuareg_golden."""

import json
from collections import Counter
from itertools import chain
from random import Random

import pytest

from referee.game import CHANCE, EVERYONE, IllegalMove, PositionError, SetupError
from referee.games.tuareg import Tuareg
from referee.games.tuareg_moves import PACK
from tests.referee.tuareg_tables import goods_of, moves, table


def dealt(seats, goods, starter=0, **rules):
    """A table after the first deal; the named goods lie on top of the shuffled ones."""
    game = Tuareg.start(seats, first_player=starter, **rules)
    rest = Counter(PACK)
    rest.subtract(goods.split())
    game.play(" ".join(["deal", *goods.split(), *rest.elements()]))
    return game


def play(game, *names):
    for move in names:
        game.play(move)
    return game


# ---- setting up


def test_two_goods_lie_in_the_market_and_the_rest_is_the_pile():
    game = dealt(4, "salt water gold gold millet")
    assert game.market == ["water", "salt"]
    assert game.pile[:3] == ["gold", "gold", "millet"]
    assert (len(game.pile), game.hands, game.totals) == (42, [[]] * 4, [0] * 4)


@pytest.mark.parametrize(
    ("seats", "camels", "offer"),
    [(2, 3, [2, 2, 1, 1]), (3, 2, [3, 3, 1, 2]), (4, 2, [4, 4, 2, 3]), (5, 2, [5, 5, 3, 4])],
)
def test_camels_and_specials_by_the_number_of_players(seats, camels, offer):
    game = Tuareg.start(seats)
    assert [len(own) for own in game.animals] == [camels] * seats
    assert [game.offer[each] for each in ("donkey", "cave", "thief", "map")] == offer


def test_the_dealer_draws_who_begins_and_all_hear_it():
    game = Tuareg.start(3)
    assert (game.act.name, game.act.cards, game.act.take) == ("first", ["0", "1", "2"], 1)
    assert [game.told("first 2", seat) for seat in (0, 1, 2, None)] == ["first 2"] * 4
    play(game, "first 2", " ".join(["deal", *PACK]))
    assert (game.turn, game.starter) == (2, 2)


def test_a_rule_may_name_who_begins():
    game = Tuareg.start(3, first_player=1)
    assert (game.act.name, game.starter) == ("deal 1", 1)
    play(game, " ".join(["deal", *PACK]))
    assert game.turn == 1


# ---- drawing and the market


def test_a_draw_takes_the_top_three_and_owes_the_market_one():
    game = play(table("gold", pile="water salt millet gold"), "draw")
    assert game.hands[0] == ["water", "gold", "salt", "millet"]
    assert (game.pile, game.phase, game.drew) == (["gold"], "after", 3)
    assert "end" not in game.legal()
    assert "end water" in game.legal()


def test_any_goods_may_go_to_the_market_not_only_the_drawn_ones_and_more_than_owed():
    game = play(table("gold", pile="salt salt millet gold"), "draw")
    assert {"end gold", "end gold salt salt millet"} <= set(game.legal())
    play(game, "end gold millet")
    assert (game.market, game.hands[0], game.turn) == (["gold", "millet"], ["salt", "salt"], 1)


def test_four_goods_at_most_stay_in_the_hand():
    game = play(table("water gold salt millet"), "draw")
    assert {len(move.split()) - 1 for move in game.legal()} == {3, 4, 5, 6, 7}


def test_equal_goods_for_the_market_are_one_move():
    game = play(table("millet"), "draw")
    assert game.legal() == [
        "end millet",
        "end millet millet",
        "end millet millet millet",
        "end" + " millet" * 4,
    ]


@pytest.mark.parametrize("pile", ["gold", "gold salt"])
def test_a_short_draw_owes_nothing(pile):
    game = play(table("millet", pile=pile), "draw")
    assert game.drew == len(pile.split())
    assert {"end", "end gold"} <= set(game.legal())
    assert play(game, "end").extra == 3


def test_three_goods_that_empty_the_pile_are_owed_one():
    assert "end" not in play(table(pile="gold gold gold"), "draw").legal()


def test_a_short_draw_still_leaves_at_most_four():
    game = play(table("gold gold salt salt", pile="millet millet"), "draw")
    assert "end" not in game.legal()
    assert {len(move.split()) - 1 for move in game.legal()} == {2, 3, 4, 5, 6}


def test_after_another_main_action_nothing_goes_to_the_market():
    game = play(table("millet millet"), "load camel:0 millet")
    assert game.legal() == ["end"]


def test_one_may_pass_only_when_the_pile_is_empty_but_then_whatever_else_is_possible():
    assert "pass" not in table("millet").legal()
    game = table("millet", pile="", extra=2)
    assert game.legal() == ["pass", "load camel:0 millet", "load camel:1 millet"]
    assert play(game, "pass").legal() == ["end"]


# ---- loading


def test_loads_in_any_order_that_fits():
    game = table("gold salt", animals={0: {"camel:1": "salt"}})
    assert moves(game, "load") == [
        "load camel:0 gold",
        "load camel:0 gold salt",
        "load camel:0 salt",
        "load camel:0 salt gold",
        "load camel:1 gold",
        "load camel:1 salt",
        "load camel:1 salt gold",
    ]


@pytest.mark.parametrize(
    ("load", "good", "fits"),
    [
        ("", "water", True),
        ("water water water", "water", True),
        ("water", "gold", False),
        ("salt", "water", False),
        ("gold", "gold", True),
        ("gold gold", "gold", False),
        ("salt gold", "gold", True),
        ("gold salt", "gold", False),
        ("salt salt salt", "millet", True),
        ("salt millet", "gold", False),
        ("salt millet", "millet", True),
        ("salt salt salt salt", "salt", False),
    ],
)
def test_what_a_camel_carries(load, good, fits):
    game = table(good, animals={0: {"camel:0": load}})
    assert (f"load camel:0 {good}" in game.legal()) == fits
    game = table(market=good, animals={0: {"camel:0": load}})
    assert (f"take camel:0 {good}" in game.legal()) == fits


def test_a_donkey_carries_four_of_anything():
    game = table(
        "gold water", animals={0: {"donkey:1": "gold gold"}}, specials={0: {"donkey 1": ""}}, market="water"
    )
    assert {"load donkey:1 gold water", "load donkey:1 water gold", "take donkey:1 water"} <= set(
        game.legal()
    )
    play(game, "load donkey:1 gold water")
    assert game.animals[0]["donkey:1"] == ["gold", "gold", "gold", "water"]
    game = table("gold", animals={0: {"donkey:1": "gold gold gold water"}}, specials={0: {"donkey 1": ""}})
    assert "load donkey:1 gold" not in game.legal()


def test_what_is_gone_from_a_camel_leaves_no_trace():
    game = table("water millet", animals={0: {"camel:0": "salt"}}, specials={0: {"cave 1": None}})
    assert "load camel:0 water" not in game.legal()
    play(game, "cave 1 camel:0")
    assert "load camel:0 water" in game.legal()


# ---- taking


def test_goods_of_one_kind_are_taken_onto_one_animal_as_many_as_fit():
    game = table(market="gold gold gold salt", animals={0: {"camel:0": "salt salt", "camel:1": "salt gold"}})
    assert moves(game, "take") == [
        "take camel:0 gold",
        "take camel:0 gold gold",
        "take camel:0 salt",
        "take camel:1 gold",
    ]
    play(game, "take camel:0 gold gold")
    assert game.animals[0]["camel:0"] == ["salt", "salt", "gold", "gold"]
    assert (game.market, game.phase) == (["gold", "salt"], "after")


def test_five_of_a_kind_in_the_market_load_four():
    game = table(market="salt " * 5)
    assert moves(game, "take")[3] == "take camel:0 salt salt salt salt"
    assert len(moves(game, "take")) == 8


# ---- buying


def paid(game, special="map"):
    return [
        move.removeprefix(f"buy {special} ") for move in game.legal() if move.startswith(f"buy {special}")
    ]


def test_a_payment_has_no_good_too_many():
    assert paid(table("gold salt millet")) == ["gold salt", "gold millet"]
    assert paid(table("gold gold salt")) == ["gold gold", "gold salt"]
    assert paid(table("salt salt")) == []
    assert paid(table("salt salt millet")) == ["salt salt millet"]


def test_animals_pay_from_the_top():
    game = table("millet", animals={0: {"camel:0": "gold millet", "camel:1": "salt salt salt"}})
    assert paid(game) == [
        "camel:1*3",
        "camel:0*1 camel:1*2",
        "camel:0*2",
        "millet camel:1*2",
        "millet camel:0*1 camel:1*1",
    ]


def test_the_deepest_good_of_an_animal_may_not_be_too_many_but_those_above_it_may():
    game = table("gold", animals={0: {"camel:0": "gold millet"}})
    assert paid(game) == ["camel:0*2", "gold camel:0*1"]
    game = table("salt", animals={0: {"camel:0": "gold salt salt"}})
    assert paid(game) == ["camel:0*3", "salt camel:0*2"]


def test_a_donkey_pays_too_and_caves_and_thieves_do_not():
    game = table(
        animals={0: {"donkey:1": "gold salt"}},
        specials={0: {"donkey 1": "", "cave 2": "gold gold", "thief 3": "gold"}},
    )
    assert paid(game) == ["donkey:1*2"]


def test_what_is_paid_lies_open_on_the_discard():
    game = table("gold", animals={0: {"camel:0": "millet millet"}}, discard="water")
    play(game, "buy donkey gold camel:0*1")
    assert (game.discard, game.hands[0]) == (["water", "gold", "millet"], [])
    assert game.animals[0] == {"camel:0": ["millet"], "camel:1": [], "donkey:1": []}
    assert (game.offer["donkey"], game.phase) == (2, "after")


def test_specials_are_numbered_in_the_order_bought():
    game = table("gold salt", "gold salt")
    play(game, "buy cave gold salt", "end", "buy cave gold salt")
    assert [[each.number for each in own] for own in game.specials] == [[1], [2], []]


def test_what_is_not_on_offer_cannot_be_bought():
    game = table("gold salt", offer={"donkey": 0, "cave": 1, "thief": 0, "map": 0})
    assert moves(game, "buy") == ["buy cave gold salt"]


def test_a_donkey_bought_in_this_turn_is_not_loaded_in_it():
    game = play(table("gold salt millet"), "buy donkey gold salt")
    assert game.legal() == ["end"]


# ---- caves


def test_a_cave_hides_from_the_hand_or_from_the_top_of_an_animal():
    game = table("gold", animals={0: {"camel:0": "salt millet"}}, specials={0: {"cave 1": None}})
    assert moves(game, "cave") == ["cave 1 hand gold", "cave 1 camel:0"]
    play(game, "cave 1 camel:0")
    assert game.animals[0]["camel:0"] == ["salt"]
    assert (goods_of(game.specials[0][0]), game.specials[0][0].used) == ("millet", True)


def test_each_cave_takes_one_good_a_turn_and_two_in_all():
    game = table("gold salt millet", specials={0: {"cave 1": "water", "cave 2": None}})
    play(game, "cave 1 hand gold")
    assert moves(game, "cave") == ["cave 2 hand salt", "cave 2 hand millet"]
    play(game, "cave 2 hand salt")
    assert moves(game, "cave") == []


def test_a_cave_takes_another_good_in_the_next_turn():
    game = table("gold salt", specials={0: {"cave 1": None}}, pile="millet " * 9, seats=2)
    play(game, "cave 1 hand gold", "load camel:0 salt", "end", "draw", "end millet", "draw")
    assert moves(game, "cave") == ["cave 1 hand millet", "cave 1 camel:0"]


def test_a_cave_may_be_used_before_and_after_the_main_action_and_when_just_bought():
    game = play(table("gold salt millet"), "buy cave gold salt")
    assert game.legal() == ["end", "cave 1 hand millet"]
    play(game, "cave 1 hand millet")
    assert game.legal() == ["end"]


def test_the_good_owed_to_the_market_is_not_hidden():
    specials = {0: {"cave 1": None, "cave 2": None, "cave 3": None}}
    game = play(table(specials=specials), "draw", "cave 1 hand millet", "cave 2 hand millet")
    assert game.legal() == ["end millet"]


def test_after_a_short_draw_everything_may_be_hidden():
    game = play(table(specials={0: {"cave 1": None}}, pile="gold"), "draw", "cave 1 hand gold")
    assert game.legal() == ["end"]


def test_a_cave_makes_room_in_the_hand_before_the_turn_ends():
    game = play(table("gold gold gold gold", specials={0: {"cave 1": None}}), "draw", "cave 1 hand gold")
    assert "end millet millet" in game.legal()


def test_nothing_comes_back_from_a_cave_and_nobody_steals_from_it_or_from_a_thief():
    full = {"cave 1": "gold salt", "thief 2": "gold"}
    game = table(specials={0: full, 1: {"cave 3": "gold", "thief 4": "gold"}})
    assert game.legal() == ["draw"]
    game = table(specials={0: {"thief 5": None}, 1: full})
    assert game.legal() == ["draw"]


# ---- thieves


def test_a_thief_reaches_hands_and_animals_of_others():
    game = table(
        "gold",
        "salt",
        animals={0: {"camel:0": "gold"}, 2: {"camel:1": "salt millet", "donkey:2": "water"}},
        specials={0: {"thief 1": None}, 2: {"donkey 2": ""}},
    )
    assert moves(game, "thief") == ["thief 1 1 hand", "thief 1 2 camel:1", "thief 1 2 donkey:2"]
    play(game, "thief 1 2 camel:1")
    assert game.animals[2]["camel:1"] == ["salt"]
    assert (goods_of(game.specials[0][0]), game.phase, game.turn) == ("millet", "main", 0)
    assert moves(game, "thief") == []


@pytest.mark.parametrize("phase", ["main", "after"])
def test_the_dealer_picks_what_a_thief_takes_from_a_hand(phase):
    game = table("", "gold salt salt", specials={0: {"thief 1": None}}, phase=phase)
    play(game, "thief 1 1 hand")
    assert (game.turn, game.act.name, game.act.cards) == (CHANCE, "theft 1", ["gold", "salt", "salt"])
    with pytest.raises(IllegalMove):
        game.play("theft millet")
    play(game, "theft salt")
    assert (game.turn, game.phase, game.hands[1]) == (0, phase, ["gold", "salt"])
    assert (goods_of(game.specials[0][0]), game.specials[0][0].used) == ("salt", True)


def test_each_theft_from_a_hand_has_a_stream_of_its_own():
    game = table("", "gold salt", specials={0: {"thief 1": None, "thief 2": None}})
    play(game, "thief 1 1 hand", "theft gold", "thief 2 1 hand")
    assert game.act.name == "theft 2"
    assert Tuareg.from_json(game.to_json()) == game


# ---- the end of a round


def test_a_donkey_stays_used_when_it_is_empty_again():
    game = table(animals={0: {"donkey:1": "gold salt"}}, specials={0: {"donkey 1": ""}}, pile="", extra=1)
    play(game, "buy map donkey:1*2", "end")
    assert game.totals == [0, 0, 0]
    play(game, "map keep")
    assert (game.totals, game.offer["donkey"]) == ([1, 0, 0], 4)


def test_the_most_scores_ties_one_less_and_nobody_for_nothing():
    game = table(
        animals={0: {"camel:0": "water", "camel:1": "salt"}, 1: {"camel:0": "salt"}, 2: {"camel:0": "salt"}},
        specials={1: {"cave 1": "gold", "thief 2": "gold"}, 2: {"cave 3": "gold"}},
        pile="",
        extra=1,
    )
    play(game, "pass", "end")
    assert game.totals == [5 + 2, 4 + 2, 2]
    assert game.counts[1] == {"water": 0, "gold": 2, "salt": 1, "millet": 0}
    assert game.scored == ["water", "gold", "gold", "gold", "salt", "salt", "salt"]


def test_watchers_see_who_has_most_of_what_all_have_seen():
    game = table(
        "gold gold",
        animals={0: {"camel:0": "salt"}, 1: {"camel:0": "salt"}, 2: {"camel:1": "water"}},
        specials={0: {"cave 1": ""}, 1: {"thief 2": "millet"}},
    )
    play(game, "cave 1 hand gold")
    figures = game.figures()
    assert figures["counts"] == {
        "water": [0, 0, 1],
        "gold": [0, 0, 0],
        "salt": [1, 1, 0],
        "millet": [0, 1, 0],
    }
    assert figures["scores"] == {
        "water": [0, 0, 5],
        "gold": [0, 0, 0],
        "salt": [2, 2, 0],
        "millet": [0, 2, 0],
    }
    assert figures["points"] == {"water": 5, "gold": 4, "salt": 3, "millet": 2}
    assert (figures["limits"], figures["price"]) == ({"animal": 4, "cave": 2, "hand": 4}, 3)


def test_watchers_see_what_was_counted_until_the_next_round():
    game = table(animals={0: {"camel:0": "salt salt"}, 1: {"camel:0": "salt"}}, pile="", extra=1)
    play(game, "pass", "end")
    assert (game.phase, game.round) == ("deal", 2)
    assert game.figures()["counts"]["salt"] == [2, 1, 0]
    assert game.figures()["scores"]["salt"] == [3, 0, 0]


def test_hands_do_not_count():
    game = play(table("water water", pile="", extra=1), "pass", "end")
    assert (game.totals, game.hands[0]) == ([0, 0, 0], ["water", "water"])


def test_unused_specials_score_and_stay_used_ones_go_back_on_offer():
    own = {"donkey 1": None, "cave 2": None, "thief 3": None, "cave 4": "gold"}
    game = play(table(specials={0: own}, pile="", extra=1), "pass", "end")
    assert game.totals == [3 + 4, 0, 0]
    assert [each.number for each in game.specials[0]] == [1, 2, 3]
    assert (game.offer["cave"], list(game.animals[0])) == (4, ["camel:0", "camel:1", "donkey:1"])


def test_an_unused_special_scores_again_in_the_second_round():
    own = {"donkey 1": None, "map 2": None}
    game = play(table(specials={0: own}, pile="", extra=1, round=2), "pass", "end")
    assert (game.totals, game.turn, game.specials[0][0].number) == ([1 + 2, 0, 0], None, 1)


def test_maps_are_decided_from_the_seat_that_begins_in_the_order_bought():
    own = {0: {"map 4": None}, 1: {"map 1": None, "map 3": None}, 2: {"map 2": None}}
    game = table(specials=own, pile="", extra=1, turn=1)
    play(game, "pass", "end")
    asked = []
    while game.phase == "maps":
        asked.append((game.turn, game.maps[0]))
        assert game.legal() == ["map redeem", "map keep"]
        play(game, "map redeem" if game.maps[0] < 3 else "map keep")
    assert asked == [(2, 2), (0, 4), (1, 1), (1, 3)]
    assert game.totals == [1, 2 + 1, 2]
    assert ([len(each) for each in game.specials], game.offer["map"]) == ([1, 1, 0], 4)


def test_the_counted_goods_are_the_second_pile_and_what_was_paid_stays_away():
    game = table(
        "gold", animals={1: {"camel:0": "salt salt"}}, market="water", discard="gold millet", pile="", extra=1
    )
    play(game, "pass", "end")
    assert (game.act.name, game.act.cards, game.round) == ("deal 2", ["salt", "salt"], 2)
    play(game, "deal salt salt")
    assert (game.turn, game.pile, game.second, game.scored) == (1, ["salt"] * 2, ["salt"] * 2, [])
    assert (game.market, game.discard, game.hands[0]) == (["water"], ["gold", "millet"], ["gold"])


def test_a_second_round_without_a_pile_is_one_turn_each():
    game = play(table("gold", pile="", extra=1), "pass", "end", "deal")
    assert (game.turn, game.extra) == (1, 3)
    for _ in range(3):
        play(game, "pass", "end")
    assert (game.turn, game.phase) == (None, "over")


def test_whoever_empties_the_pile_has_another_turn_as_all_have():
    game = play(table(pile="gold gold gold"), "draw", "end gold")
    turns = []
    while game.round == 1:
        turns.append(game.turn)
        play(game, "pass", "end")
    assert (turns, game.starter) == ([1, 2, 0], 1)


def test_equal_totals_share_the_rank():
    game = table(totals=[3, 7, 7], pile="", extra=1, round=2)
    play(game, "pass", "end")
    assert (game.points(), game.ranks()) == ((3, 7, 7), (3, 1, 1))


# ---- rules


def scored_with(**rules):
    camels = {0: {"camel:0": "water", "camel:1": "gold"}, 1: {"camel:0": "salt", "camel:1": "millet"}}
    return play(table(animals=camels, pile="", extra=1, rules=rules), "pass", "end").totals


@pytest.mark.parametrize(
    ("majority", "totals"), [("usual", [9, 5, 0]), ("scarcity+1", [11, 7, 0]), ("by_frequency", [9, 13, 0])]
)
def test_other_points_for_the_most(majority, totals):
    assert scored_with(majority=majority) == totals


@pytest.mark.parametrize(
    ("dinars", "payments"),
    [
        ("usual", ["water gold", "water salt", "gold salt"]),
        ("gold3", ["gold", "water salt"]),
        ("trade", ["gold", "water salt"]),
    ],
)
def test_other_dinars(dinars, payments):
    assert paid(table("water gold salt", rules={"dinars": dinars})) == payments


def test_trade_makes_water_cheap():
    assert paid(table("water water millet", rules={"dinars": "trade"})) == ["water water millet"]


def test_paid_goods_may_return():
    rules = {"discards_return": True}
    game = table(animals={1: {"camel:0": "salt"}}, discard="gold millet", pile="", extra=1, rules=rules)
    play(game, "pass", "end")
    assert game.act.cards == ["gold", "salt", "millet"]
    play(game, "deal salt gold millet")
    assert (game.pile, game.discard) == (["salt", "gold", "millet"], [])


def test_a_kept_map_may_score_nothing():
    game = table(specials={0: {"map 1": None}}, pile="", extra=1, rules={"kept_map": 0})
    assert play(game, "pass", "end", "map keep").totals == [0, 0, 0]


def test_other_starts():
    game = dealt(3, "salt water gold " + "millet " * 4, start_market=3, start_hand=2)
    assert (game.market, game.hands) == (["water", "gold", "salt"], [["millet"] * 2] * 2 + [["water"] * 2])
    assert len(game.pile) == 44 - 3 - 6


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ({"first_player": 3}, "rules.first_player"),
        ({"start_market": 21}, "rules.start_market"),
        ({"start_hand": 5}, "rules.start_hand"),
        ({"kept_map": -1}, "rules.kept_map"),
        ({"majority": "other"}, "rules.majority"),
        ({"dinars": "other"}, "rules.dinars"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules, place):
    with pytest.raises(SetupError) as refused:
        Tuareg.start(3, **rules)
    assert refused.value.place == place


# ---- what is played for a seat that has failed


def test_the_fallback_draws_or_passes_and_keeps_maps():
    assert table("gold").fallback() == "draw"
    game = table("gold", pile="", extra=1, specials={1: {"map 1": None}})
    assert game.fallback() == "pass"
    play(game, "pass")
    assert game.fallback() == "end"
    play(game, "end")
    assert game.fallback() == "map keep"


@pytest.mark.parametrize(
    ("majority", "hand", "move"),
    [
        ("usual", "water water gold gold", "end salt millet millet"),
        ("usual", "", "end millet"),
        ("by_frequency", "water water gold gold", "end water water gold"),
    ],
)
def test_the_fallback_gives_the_market_what_scores_least(majority, hand, move):
    game = table(hand, pile="salt millet millet gold", rules={"majority": majority})
    assert play(game, "draw").fallback() == move


# ---- positions that cannot be


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"animals": {0: {"camel:0": "gold gold gold"}}}, "animals[0].camel:0"),
        ({"animals": {0: {"camel:7": ""}}}, "animals[0]"),
        ({"animals": {0: {"donkey:1": ""}}}, "animals[0]"),
        ({"animals": {0: {"donkey:1": "gold"}}, "specials": {0: {"donkey 1": None}}}, "animals[0].donkey:1"),
        ({"specials": {0: {"cave 1": "gold gold gold"}}}, "specials[0][0]"),
        ({"specials": {0: {"map 1": "gold"}}}, "specials[0][0]"),
        ({"specials": {0: {"cave 1": ""}, 1: {"cave 1": ""}}}, "specials"),
        ({"pile": ""}, "extra"),
        ({"extra": 1}, "extra"),
        ({"pile": "", "extra": 4}, "extra"),
        ({"drew": 1}, "drew"),
        ({"phase": "after", "drew": 3}, "hands[0]"),
        ({"shut": [1]}, "shut"),
        ({"phase": "maps"}, "maps"),
        ({"phase": "over"}, "over"),
        ({"round": 2}, "second"),
        ({"round": 3}, "round"),
        ({"victim": 1}, "turn"),
        ({"turn": -1, "victim": 1, "thief": 1}, "thief"),
        ({"turn": -1, "victim": 1, "thief": 1, "specials": {0: {"thief 1": None}}}, "victim"),
        ({"offer": {"donkey": 1}}, "offer"),
        ({"market": "silk"}, "cards"),
    ],
)
def test_positions_that_cannot_be_are_refused(fields, place):
    with pytest.raises(PositionError) as refused:
        table(**fields)
    assert refused.value.place == place


def test_six_in_hand_are_too_many():
    with pytest.raises(PositionError, match="holds more than 4"):
        table("gold " * 5)


def test_the_order_of_keys_does_not_matter():
    game = table(
        "gold",
        specials={0: {"donkey 2": None, "donkey 1": None}},
        animals={0: {"donkey:2": "", "donkey:1": ""}},
    )
    text = json.dumps(game.to_json(), sort_keys=True)
    assert Tuareg.from_json(json.loads(text)).to_json() == game.to_json()
    assert list(Tuareg.from_json(json.loads(text)).animals[0]) == [
        "camel:0",
        "camel:1",
        "donkey:2",
        "donkey:1",
    ]


# ---- what is known


def knowledge(game):
    """What each seat, then a spectator, sees under the specials of seat 0."""
    return [game.view(seat)["specials"][0][0]["goods"] for seat in (0, 1, 2, None)]


def test_a_good_hidden_from_the_hand_is_its_owners_secret():
    game = table("gold", specials={0: {"cave 1": None}})
    told = [game.told("cave 1 hand gold", seat) for seat in (0, 1, 2, None)]
    assert told == ["cave 1 hand gold"] + ["cave 1 hand ?"] * 3
    assert knowledge(play(game, "cave 1 hand gold")) == [["gold"], ["?"], ["?"], ["?"]]


def test_a_good_hidden_or_stolen_from_an_animal_was_seen_by_all():
    game = table(animals={0: {"camel:0": "gold"}}, specials={0: {"cave 1": None}})
    assert [game.told("cave 1 camel:0", seat) for seat in (1, None)] == ["cave 1 camel:0"] * 2
    assert knowledge(play(game, "cave 1 camel:0")) == [["gold"]] * 4
    game = table(animals={1: {"camel:0": "gold"}}, specials={0: {"thief 1": None}})
    assert knowledge(play(game, "thief 1 1 camel:0")) == [["gold"]] * 4


def test_a_good_stolen_from_a_hand_is_known_to_thief_and_victim():
    game = play(table("", "gold salt", specials={0: {"thief 1": None}}), "thief 1 1 hand")
    told = [game.told("theft gold", seat) for seat in (0, 1, 2, None)]
    assert told == ["theft gold"] * 2 + ["theft ?"] * 2
    assert knowledge(play(game, "theft gold")) == [["gold"], ["gold"], ["?"], ["?"]]


def test_the_deal_is_told_to_nobody():
    game = Tuareg.start(2, first_player=0)
    assert game.told("deal gold salt", 0) == "deal ? ?"


def test_at_the_count_all_is_seen():
    game = table("gold", specials={0: {"cave 1": None}}, pile="", extra=1)
    play(game, "cave 1 hand gold", "pass", "end")
    assert game.view(1)["counts"][0]["gold"] == 1
    assert game.view(1)["scored"] == ["gold"]


def second_rounds(seats, seeds):
    """Positions of second rounds."""
    for seed in range(seeds):
        game, rng = Tuareg.start(seats), Random(seed)
        while game.turn is not None:
            game.play(game.deal(rng) if game.turn == CHANCE else rng.choice(game.legal()))
            if game.round == 2 and game.phase != "deal":
                yield game, rng


@pytest.mark.parametrize("seats", Tuareg.tables)
def test_a_guess_puts_into_the_second_pile_only_what_it_was_made_of(seats):
    compared = 0
    for game, rng in second_rounds(seats, 4):
        for seat in (0, None):
            guess = Tuareg.guess(game.view(seat), rng)
            assert not Counter(guess.pile) - Counter(game.second)
            compared += bool(game.pile)
    assert compared > 20


def test_a_guess_right_after_the_second_deal_knows_the_whole_pile_and_all_hands_together():
    for game, rng in second_rounds(3, 20):
        if len(game.pile) == len(game.second):
            guess = Tuareg.guess(game.view(1), rng)
            assert Counter(guess.pile) == Counter(game.pile)
            assert Counter(chain(*guess.hands)) == Counter(chain(*game.hands))


def test_guesses_differ():
    game = dealt(3, "gold salt water gold salt millet")
    play(game, "draw", "end salt")
    hands = {tuple(Tuareg.guess(game.view(1), Random(seed)).hands[0]) for seed in range(20)}
    assert len(hands) > 3


def test_a_view_whose_second_pile_cannot_be_is_refused():
    game = play(
        table(animals={1: {"camel:0": "salt salt"}}, pile="", extra=1), "pass", "end", "deal salt salt"
    )
    view = game.view(0) | {"second": ["salt"]}
    with pytest.raises(PositionError, match="holds more goods than can be there"):
        Tuareg.guess(view, Random(1))


def test_what_is_guessed_to_lie_in_a_cave_is_its_owners_secret():
    game = play(table("gold", specials={0: {"cave 1": None}}), "cave 1 hand gold")
    guess = Tuareg.guess(game.view(1), Random(1))
    assert guess.specials[0][0].goods[0].mask == 1 << 0
    assert EVERYONE not in {marked.mask for marked in guess.specials[0][0].goods}
