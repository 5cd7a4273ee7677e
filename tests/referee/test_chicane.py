"""Dealing, moves, duties, the end: the rules, the rulings, and what a league may change."""

from collections import Counter
from random import Random

import pytest

from referee.cards import STANDARD
from referee.game import CHANCE
from referee.games.chicane import DRAWS, Chicane
from referee.games.chicane_moves import MOVES
from tests.referee.chicane_tables import played, table
from tests.referee.walks import walk

OTHERS = ("turn reserve", "ask turn", "turn stock", "discard", "pass", "ok", "taccs")


# ---- dealing


def start(**rules):
    game = Chicane.start(2, **rules)
    rng = Random(1)
    game.play(game.deal(rng))
    game.play(game.deal(rng))
    return game


def test_each_player_deals_a_reserve_four_piles_and_a_stock_from_an_own_pack():
    game = Chicane.start(2)
    assert (game.act.name, list(game.cards())) == ("deal 1", [])
    game.play(" ".join(["deal", *STANDARD]))
    assert (game.act.name, Counter(game.cards())) == ("deal 2", Counter(game.pack()))
    game.play(" ".join(["deal", *reversed(STANDARD)]))
    assert " ".join(game.reserve[0]) == "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC"
    assert game.layout == [["KC"], ["AD"], ["2D"], ["3D"], ["AS"], ["KH"], ["QH"], ["JH"]]
    assert (len(game.stock[0]), game.stock[0][-1], game.stock[0][0]) == (36, "4D", "KS")
    assert game.stock[1][-1] == "10H"
    assert game.unseen == [[*STANDARD[:12], *STANDARD[16:]], [*STANDARD[:36], *STANDARD[40:]]]


def test_the_lower_card_has_the_first_turn_and_equal_ranks_are_drawn_again():
    game = start()
    assert (game.act.name, game.act.take) == ("draw 1", 2)
    played(game, "draw 7C 7D")
    assert game.act.name == "draw 2"
    assert game.told("draw KC AS", None) == "draw KC AS"
    played(game, "draw KC AS")
    assert (game.turn, game.turn_no, game.own_turns, game.lots) == (1, 1, [0, 1], ["7C", "7D", "KC", "AS"])


def test_draws_end_some_day():
    game = start()
    played(game, *["draw 7C 7D"] * DRAWS)
    assert (game.turn, game.mover) == (0, 0)


@pytest.mark.parametrize("first", [0, 1])
def test_a_league_may_say_who_is_first(first):
    game = start(first=first)
    assert (game.turn, game.lots) == (first, [])


def test_reserve_and_layout_may_have_other_sizes():
    game = start(reserve_size=13, layout_each=3, first=0)
    assert ([len(pile) for pile in game.reserve], len(game.layout)) == ([13, 13], 6)
    assert {move.split(" ")[1] for move in game.legal() if move in MOVES} <= {f"T{pile}" for pile in range(6)}


def test_the_deal_does_not_depend_on_how_it_is_played():
    """Two rotations of one deal begin with the same packs and the same first seat."""
    starts = []
    for pick in (min, max):
        for game, _ in walk(Chicane, 2, "one deal", lambda table, rng, pick=pick: pick(table.legal())):
            if game.turn != CHANCE:
                starts.append((game.copy(), game.lots))
                break
    assert starts[0] == starts[1]


# ---- what may be done


def test_legal_moves_keep_one_order_whatever_they_are_worth():
    order = {move: at for at, move in enumerate([*MOVES, *OTHERS])}
    for seed in range(5):
        for game, _ in walk(Chicane, 2, f"order {seed}"):
            if game.turn not in (None, CHANCE):
                places = [order[move] for move in game.legal()]
                assert places == sorted(places)


def test_a_card_goes_down_in_the_other_colour_or_into_a_space():
    game = table("KS 10H 9C 9S 8D - 9H 2S", reserve=("QD", "KC"))
    assert [move for move in game.legal() if move.startswith("move R")] == ["move R T0", "move R T5"]
    builds = [move for move in game.legal() if move.startswith("move T")]
    assert builds == ["move T2 T1", "move T3 T1", "move T4 T2", "move T4 T3"]


def test_only_a_lone_card_may_not_go_to_a_space():
    game = table("KS/QH - 7C 7D 7H 7S 2C 2D")
    assert [move for move in game.legal() if move.endswith("T1")] == ["move R T1", "move T0 T1"]


def test_either_foundation_of_a_suit_takes_its_next_card():
    game = table("6S 3S AC 7H 4D KS KH KC", centre="5S 2S 6H 6H AC")
    assert [move for move in game.legal() if move.endswith("F")] == [f"move T{pile} F" for pile in range(4)]
    played(game, "move T1 F", "ok", "move T3 F")
    assert game.centre == ["AC", None, None, None, "7H", "6H", "5S", "3S"]


def test_loading_is_in_suit_up_or_down():
    game = table("9C 7C 9S QD AD KC 3H 3S", reserve=("3C", "8C"), waste=("", "KD"))
    loads = [move for move in game.legal() if move.endswith(("OR", "OW"))]
    assert loads == ["move T0 OR", "move T1 OR", "move T3 OW"]


def test_a_loaded_card_is_played_from_the_reserve_like_any_other():
    game = table("9C 10D KC KD 3H 3S 3D 5C", reserve=("3C?", "8C"), waste=("", "9H"))
    played(game, "turn reserve", "move T0 OR", "ok")
    assert game.reserve_open[1] == ["8C", "9C"]
    played(game, "move R T0", "ok", "turn stock", "ok", "discard", "ok")
    played(game, "move R T1")
    assert game.reserve_open[1] == ["8C"]


def test_nothing_is_loaded_on_a_card_that_lies_face_down():
    game = table("9C 7C KC KD 3H 3S 3D 5C", reserve=("QC", "8C?"))
    assert not any(move.endswith("OR") for move in game.legal())
    played(game, "ask turn")
    assert (game.turn, game.action, game.reserve_open[1]) == (0, None, ["8C"])
    assert {"move T0 OR", "move T1 OR"} <= set(game.legal())


def test_a_turned_card_is_all_that_moves():
    game = table("KS 8H QC JD 10S 9S 5C 4H", turned="8D", reserve=("7C", "9D?"), waste=("", "7D"))
    assert game.legal() == ["move S T5", "move S OW", "ask turn", "discard"]


def test_as_a_rule_other_cards_may_move_while_one_is_turned():
    rules = {"moves_while_turned": True}
    game = table("KS 8H QC JD 10S 9S 5C 4H", turned="8D", reserve=("7C", "KD"), waste=("", "7D"), rules=rules)
    builds = ["move R T1", "move S T5", "move T1 T5", "move T3 T2", "move T4 T3", "move T7 T6"]
    assert game.legal() == [*builds, "move S OW", "discard"]
    assert game.irregularities("discard") == []
    played(game, "move T3 T2", "ok")
    assert (game.turned, game.turn) == (["8D"], 0)


def test_then_a_turned_card_is_put_back_when_another_move_is_called():
    rules = {"moves_while_turned": True}
    game = table("KS AH QC JD 10S 9S 5C 4H", turned="8D", reserve=("7C", "KD"), rules=rules)
    assert game.irregularities("discard") == game.irregularities("move T3 T2") == ["V1"]
    played(game, "move T3 T2", "taccs")
    assert (game.layout[2:4], game.turned, game.stock_seen[0], game.turn) == ([["QC"], ["JD"]], [], ["8D"], 1)


def test_no_more_shuffles_than_the_cap_in_a_turn():
    game = table("KS KC/QH QC 9S JS 9D 5C 4S", rules={"shuffle_cap": 2}, false_calls=[0, 3])
    played(game, "move T1 T0", "move T0 T1")
    assert (game.shuffles, game.progress) == (2, False)
    assert not any(move.startswith("move T") for move in game.legal())
    played(game, "turn stock", "discard")
    assert game.shuffles == 0


def test_a_player_may_pass_only_with_nothing_to_turn_and_nothing_due():
    nothing = ("", "2D")
    assert "pass" in table(reserve=("2H", "KD"), stock=nothing).legal()
    for reserve, layout in (
        ("2H?", "KS KH QC JD 10S 9D 5C 4H"),
        ("2H", "KS KH QC JD 10S 9D 5C AH"),
        ("2H", "KS KH QC JD 10S 9D 5C -"),
        ("2H", "KS KH QC JD 10S 9D 5C 3S"),
    ):
        assert "pass" not in table(layout, reserve=(reserve, "KD"), stock=nothing).legal()
    assert "pass" not in table(reserve=("2H", "KD")).legal()


# ---- duties


@pytest.mark.parametrize(
    ("move", "codes"),
    [
        ("move T5 T4", ["V1"]),
        ("move R T1", ["V1"]),
        ("move T6 OR", ["V1"]),
        ("turn stock", ["V1", "V3"]),
        ("move T0 F", []),
        ("ask turn", []),
    ],
)
def test_v1_what_fits_the_centre_goes_first(move, codes):
    reserve = ("QC", "KD?") if move == "ask turn" else ("QC", "6C")
    game = table("AS KH QC JD 10S 9D 5C 4H", reserve=reserve)
    assert move in game.legal()
    assert game.irregularities(move) == codes


def test_v1_a_turned_card_that_fits_the_centre_must_go_there():
    game = table("KS 9H QC JD 10S 9D 5C 4H", turned="8S", centre="7S", waste=("", "7S"))
    assert game.legal() == ["move S F", "move S T1", "move S T5", "move S OW", "discard"]
    assert [game.irregularities(move) for move in game.legal()] == [[], ["V1"], ["V1"], ["V1"], ["V1"]]
    layout_only = table("AS KH QC JD 10S 9D 5C 4H", turned="8S")
    assert layout_only.irregularities("discard") == []


def test_v2_the_reserve_goes_to_the_centre_before_the_layout():
    game = table("6S AH QC JD 10S 9D 5C 4H", reserve=("6S", "KD"), centre="5S")
    assert game.irregularities("move T0 F") == game.irregularities("move T1 F") == ["V2"]
    assert game.irregularities("move R F") == []
    played(game, "move T1 F", "taccs")
    assert (game.layout[1], game.centre[4], game.codes, game.turn) == (["AH"], None, ["V2"], 1)


def test_v2_holds_for_a_turned_card_where_the_reserve_may_move_too():
    rules = {"moves_while_turned": True}
    game = table("AS KH QC JD 10S 9D 5C 4H", turned="AD", reserve=("AC", "KD"), rules=rules)
    assert game.irregularities("move S F") == game.irregularities("move T0 F") == ["V2"]
    assert game.irregularities("move R F") == []


def test_v3_no_stock_card_while_the_reserve_can_be_turned_or_laid():
    for reserve, layout, codes in (
        ("3C?", "KS KH QC JD 10S 9D 5C 4S", ["V3"]),
        ("3C", "KS KH QC JD 10S 9D 5C 4H", ["V3"]),
        ("3C", "KS KH QC JD 10S 9D 5C -", ["V3"]),
        ("3C", "KS KH QC JD 10S 9D 5C 4S", []),
        ("", "KS KH QC JD 10S 9D 5C -", []),
    ):
        assert table(layout, reserve=(reserve, "KD")).irregularities("turn stock") == codes


def test_v4_no_stock_card_fills_a_space_while_there_is_a_reserve():
    layout = "KS KH QC JD 9S 9D 5C -"
    assert table(layout, turned="8D").irregularities("move S T7") == ["V4"]
    assert table(layout, turned="8D", reserve=("3C?", "")).irregularities("move S T7") == ["V4"]
    assert table(layout, turned="8D").irregularities("move S T4") == []
    assert table(layout, turned="8D", reserve=("", "KD")).irregularities("move S T7") == []


def test_v5_only_in_the_first_turn_the_layout_goes_before_the_reserve_is_turned():
    game = table("AS KH QC JD 10S 9D 5C 4H", reserve=("3C?", "KD"), own_turns=[1, 1])
    assert game.irregularities("turn reserve") == ["V5"]
    played(game, "turn reserve", "taccs")
    assert (game.reserve_seen[0], game.unseen[0], game.turn) == (["3C"], ["2C"], 1)
    later = table("AS KH QC JD 10S 9D 5C 4H", reserve=("3C?", "KD"))
    assert later.irregularities("turn reserve") == []
    played(later, "turn reserve")
    assert (later.turn, later.action) == (0, None)


def test_a_card_seen_and_turned_back_can_be_turned_again():
    game = table("AS KH QC JD 10S 9D 5C 4H", reserve=("3D? 3C?", "KD"), own_turns=[1, 1])
    played(game, "turn reserve", "taccs", "ask turn")
    assert (game.reserve_open[0], game.reserve_seen[0], game.reserve[0]) == (["3C"], [], ["3D"])


def test_as_a_rule_loading_waits_for_all_aces():
    aces = "AC AC AD AD AH AH AS"
    layout = "KS KH QC JD 10S 9D 5C 6D"
    rules = {"load_gate": "all_aces"}
    for centre, switch, codes in ((aces, rules, ["V1b"]), (aces + " AS", rules, []), (aces, {}, [])):
        game = table(layout, reserve=("3C", "6C"), centre=centre, rules=switch)
        assert game.irregularities("move T6 OR") == codes
        assert game.irregularities("move T6 T7") == []


def test_as_a_rule_a_turned_card_that_can_be_laid_must_not_be_discarded():
    rules = {"strict_discard": True}
    assert table(turned="8C", rules=rules).irregularities("discard") == ["V6"]
    assert table(turned="8C").irregularities("discard") == []
    assert table(turned="8D", rules=rules).irregularities("discard") == []
    space = "KS KH QC JD 10S 9D 5C -"
    assert table(space, turned="8D", rules=rules).irregularities("discard") == []
    assert table(space, turned="8D", reserve=("", "KD"), rules=rules).irregularities("discard") == ["V6"]


# ---- the end


def test_who_plays_the_last_card_wins():
    game = table(reserve=("3C", "KD? 9D"), stock=("", "2D"), waste=("", "6H"))
    played(game, "move R T7")
    assert (game.turn, game.action) == (1, "move R T7")
    played(game, "ok")
    assert (game.turn, game.ending, game.points(), game.ranks()) == (None, "win", (36, 0), (1, 2))


def test_loaded_cards_count_for_the_one_who_was_loaded():
    game = table(
        "9D 2H QC JD 10S KH 5C 4H", reserve=("", "KD"), stock=("", "2D"), turned="3H", waste=("", "2H")
    )
    played(game, "move S OW", "ok")
    assert game.points() == (30 + 2 + 1 + 2, 0)


def test_a_match_in_which_nothing_is_placed_is_drawn():
    game = table("KS KH QC JD 10S 9D 5C 7H", reserve=("2H", "2S"), stock=("8D", "8H"))
    turns = 0
    while game.turn is not None:
        played(game, "turn stock", "ok", "discard", "ok")
        turns += 1
    assert (turns, game.ending, game.points()) == (4, "stagnation", (0, 0))


def test_after_the_last_turn_the_match_is_drawn_or_counted():
    for rules, points in (({}, (0, 0)), ({"unfinished": "count"}, (0, 1))):
        game = table(reserve=("2H", "2S"), turned="8D", stock=("2C", "2D"), rules=rules | {"max_turns": 3})
        played(game, "discard", "ok")
        assert (game.turn, game.ending, game.points()) == (None, "cap", points)


# ---- what watchers see


def test_watchers_see_how_far_it_is_to_the_end():
    game = table(turned="5S", reserve=("3C KD", "2H? 3H?"), stock=("2C", "2D 4D 6D"), waste=("", "8C"))
    assert game.figures() == {"idle_limit": 10, "to_go": [4, 6], "prizes": [38, 35]}
