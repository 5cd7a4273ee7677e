"""The scenarios of the rule sheet, G1 to G37: what the cards do, what a round and a match are worth."""

import pytest

from referee.games.scandaroon import Scandaroon, pile_points
from referee.games.scandaroon_cards import ABILITIES, FACES, PACK, VALUE
from tests.referee.scandaroon_table import cards, moves, play, rows, table

# ---- the cards


def test_the_deck_is_that_of_the_sheet():
    assert len(PACK) == 51
    assert [sum(FACES[card].value for card in PACK if FACES[card].suits == suit) for suit in "STXC"] == [
        40
    ] * 4
    assert sum(VALUE.values()) == 188
    assert tuple(sorted(PACK)) == PACK
    kinds = ["effect" if not face.ability else "ability" for face in FACES.values()]
    assert kinds.count("ability") == 27 + 4
    assert sum(face == type(face)(suits=face.suits, value=4) for face in FACES.values()) == 6


def test_the_suits_form_a_ring():
    ring = "STXC"
    for at, suit in enumerate(ring):
        following = [ring[(at + step) % 4] for step in (1, 2, 3)]
        assert [
            ABILITIES[f"{suit}4"].suit,
            ABILITIES[f"{suit}A"].trump,
            ABILITIES[f"{suit}R"].suit,
        ] == following


@pytest.mark.parametrize(("trump", "total"), [("S", 12), ("N", 7)])
def test_g1_trump_doubles_the_current_value(trump, total):
    game = table("C2 S3", trump=trump)
    assert (game.values()["S3"], game.standing()[0]) == (5, total)


@pytest.mark.parametrize(("trump", "total"), [("C", 15), ("X", 16), ("S", 23), ("T", 21)])
def test_g2_a_bonus_for_both_neighbours(trump, total):
    game = table("T4 X1 S6", trump=trump)
    assert game.values() == {"T4": 6, "X1": 1, "S6": 8}
    assert game.standing()[0] == total


def test_watchers_see_what_each_card_counts():
    game = table("T4 X1 S6", "CF", trump="S", piles=["S7 C2", "", ""], bonus=[5, 0, 0])
    assert game.figures() == {
        "printed": [[4, 1, 6], [3], []],
        "current": [[6, 1, 8], [3], []],
        "counted": [[6, 1, 16], [3], []],
        "standing": [23, 3, 0],
        "closed": [False, True, False],
        "piled": [14, 0, 0],
    }


def test_g4_a_zero_counts_its_suit_in_all_rows():
    game = table("S0 S1", "S3 DSX", trump="S")
    assert (game.values()["S0"], game.standing()) == (4, [10, 14, 0])


def test_g4_a_zero_may_count_its_own_row_only():
    game = table("S0 S1", "S3 DSX", trump="S", rules={"zero_scope": "row"})
    assert (game.values()["S0"], game.standing()[0]) == (2, 6)


def test_g5_a_zero_shrinks_with_the_table():
    game = table("S0 S1", "S3 DSX", "S6", trump="S", turn=2)
    assert game.standing() == [12, 14, 12]
    game.play("ability S6 DSX")
    assert (game.values()["S0"], game.standing()) == (3, [8, 6, 0])


def test_g7_targets_are_looked_at_when_the_cost_is_paid():
    assert moves(table("C1 S3 T2"), "ability S3") == ["C1"]


def test_g8_a_shielded_card_cannot_be_discarded():
    game = table("S3", "T2 S1", "T1")
    assert moves(game, "ability S3") == ["S1", "T1"]
    game.play("ability S3 S1")
    assert game.rows[1] == ["T2"]
    assert "T2" in moves(table("S3", "T2", "T1"), "ability S3")


def test_g10_a_wipe_hits_all_at_once():
    game = table("S7 X2 T1", "C5 S2 T2", "C2", passed="2")
    assert game.values()["T1"] == 2
    game.play("ability S7")
    assert rows(game) == ["", "C5 T2", "C2"]
    assert game.discard == ["S7", "X2", "T1", "S2"]


def test_g11_a_finisher_may_be_swapped_away():
    game = table("T5 C1", "X4 SF", "T6 C2", hands=("C3", "C4"))
    assert "C1 SF" in moves(game, "ability T5")
    assert not [pair for pair in moves(game, "ability T5") if "T6" in pair]
    game.play("ability T5 C1 SF")
    assert rows(game) == ["SF", "X4 C1", "T6 C2"]
    assert moves(game, "play") == ["C4 1"]
    play(game, "pass", "pass")
    assert moves(game, "play") == []


def test_g13_a_shielded_finisher_stays():
    assert moves(table("S2 TF", hands=("C3",)), "ability TF") == []
    assert moves(table("TF", hands=("C3",)), "ability TF") == ["C3"]


def test_g14_a_retriever_fetches_its_suit_from_the_discards():
    game = table("SR", discard="DTC X4 C0")
    assert sorted(moves(game, "ability SR")) == ["C0", "DTC"]
    game.play("ability SR DTC")
    assert (game.hands[0], game.known[0], game.discard) == (["DTC"], ["DTC"], ["X4", "C0", "SR"])


def test_g16_a_card_up_to_five_may_be_taken():
    game = table("T6", "C2 X3", "C1 S3")
    assert moves(game, "ability T6") == ["C2", "X3", "C1"]
    game.play("ability T6 X3")
    assert (game.hands[0], game.known[0], rows(game)) == (["X3"], ["X3"], ["", "C2", "C1 S3"])


def test_g17_theft_looks_at_printed_values():
    game = table("", "C2 X3", "X5 S1", hands=("T3",))
    assert game.values()["X3"] == 5
    assert moves(game, "token T3 steal") == ["C2", "X3", "S1"]
    game.play("token T3 steal X3")
    assert (game.hands[0], game.tokens, game.discard) == (["X3"], [False, True, True], ["T3"])


def test_g19_a_trump_changer_turns_the_round():
    game = table("S5 S6", "XA", trump="T", passed="0", turn=1)
    assert game.standing() == [11, 4, 0]
    game.play("ability XA")
    assert (game.trump, game.standing()) == ("S", [22, 0, 0])


def test_g20_the_gap_closes_and_the_neighbours_change():
    game = table("C1 X4 S5", "T4", turn=1)
    assert game.standing()[0] == 13
    game.play("ability T4 X4")
    assert (rows(game)[0], game.standing()[0]) == ("C1 S5", 9)


def test_g22_a_swap_of_two_rows():
    game = table("C1 S0 X2", "T5 S4", "S2 S6", trump="S", turn=1)
    assert (game.values()["S0"], game.standing()) == (8, [19, 13, 16])
    game.play("ability T5 S4 X2")
    assert (rows(game), game.values()["S0"]) == (["C1 S0 S4", "X2", "S2 S6"], 7)
    assert game.standing() == [23, 2, 16]


def test_g23_dual_cards_match_either_suit_and_passed_rows_are_safe():
    game = table("S4", "T1 DSX DTC", "T7", passed="2")
    assert moves(game, "ability S4") == ["T1", "DTC"]


@pytest.mark.parametrize(("trump", "total"), [("X", 14), ("S", 14), ("T", 8), ("C", 10)])
def test_g25_a_dual_card_counts_double_once(trump, total):
    game = table("C2 DSX", trump=trump)
    assert (game.values()["DSX"], game.standing()[0]) == (6, total)


def test_g26_retrieving_in_a_circle_is_ended_by_the_limit():
    game = table(hands=("T7",), discard="XR", passed="12")
    circle = ("play T7 0", "ability T7 XR", "play XR 0", "ability XR T7")
    play(game, *circle)
    assert (game.hands[0], game.discard, game.acted[0]) == (["T7"], ["XR"], 4)
    play(game, *circle * 9)
    assert (game.acted[0], game.legal()) == (40, ["pass"])


# ---- rounds


def test_g28_the_end_of_a_round():
    game = table("S7", "X5", "T5", "C1", trump="C", first=3, passed="012", turn=3)
    game.play("pass")
    assert (game.totals, game.placed) == ([7, 5, 5, 2], [3, 2, 2, 0])
    assert game.piles == cards("S7", "X5", "T5", "")
    assert game.points() == (3 + 3 + 2, 2 + 1, 2 + 1, 0)
    assert (game.first, game.round_no, [len(hand) for hand in game.hands]) == (1, 1, [5, 5, 5, 6])


def test_g29_two_winners_and_no_second():
    game = table("S7 X5 T6", "S6 X7 T5", "S3 T7", "T4", first=1, passed="012", turn=3)
    game.play("pass")
    assert (game.totals, game.placed) == ([18, 18, 10, 4], [3, 3, 1, 0])
    assert game.piles == cards("S7", "X7", "", "")
    assert (game.first, game.holders, game.record) == (2, [0, 1], 18)
    assert [len(hand) for hand in game.hands] == [5, 5, 5, 6]


@pytest.mark.parametrize(
    ("piles", "points"),
    [
        ((12, 7, 7, 0), [3, 1, 1, 0]),
        ((9, 9, 5, 0), [3, 3, 0, 0]),
        ((5, 0, 0, 0), [3, 0, 0, 0]),
        ((11, 6, 4), [3, 1, 0]),
        ((0, 0, 0, 0), [0, 0, 0, 0]),
    ],
)
def test_g31_score_piles(piles, points):
    assert pile_points(piles, 3) == points


def test_g32_the_record():
    """Four rounds won with 22, 22, 25, 24 by seats 0, 2, 1, 0."""
    game, holders = Scandaroon.start(4), []
    play(game, "first 0", "shuffle " + " ".join(PACK), "trump C")
    for winner, best in ((0, 22), (2, 22), (1, 25), (0, 24)):
        row = {22: "S7 X7 DSX T4", 25: "S7 X7 T7 DSX", 24: "S7 X7 T6 DSX"}[best]
        game = with_rows(game, {winner: row})
        play(game, *["pass"] * 4)
        holders.append((game.record, game.holders))
        if game.phase == "shuffle":
            game.play("shuffle " + " ".join(game.act.cards))
        if game.phase == "trump":
            game.play(f"trump {game.act.cards[0]}")
    assert holders == [(22, [0]), (22, [0, 2]), (25, [1]), (25, [1])]
    assert game.turn is None
    nobody = Scandaroon.from_json(game.to_json() | {"holders": []})
    worth = [held - bare for held, bare in zip(game.points(), nobody.points(), strict=True)]
    assert worth == [0, 2, 0, 0]


def with_rows(game, wanted):
    """The same round with these rows, their cards taken from wherever they are; no trump."""
    data = game.to_json()
    laid = [card for row in wanted.values() for card in row.split()]
    for pile in (*data["hands"], *data["piles"], *data["known"], data["stock"], data["discard"]):
        pile[:] = [card for card in pile if card not in laid]
    data["rows"] = [wanted.get(seat, "").split() for seat in range(game.seats)]
    data["trump"] = "N"
    return Scandaroon.from_json(data)


def test_g34_trumps_follow_each_other_and_turban_brings_sanzadu():
    game = play(Scandaroon.start(3), "first 0", "shuffle " + " ".join(PACK), "trump X")
    play(game, "pass", "pass", "pass")
    assert game.act.cards == ["C", "S", "T"]
    play(game, "trump T", "pass", "pass", "pass", "shuffle " + " ".join(game_discards(game)))
    assert (game.trump, game.phase) == ("N", "play")
    play(game, "pass", "pass", "pass", "trump C")
    assert game.starts == ["X", "T", "N", "C"]


def game_discards(game):
    """What is shuffled before the third round when nobody has played a card."""
    return [card for card in PACK if card not in {card for hand in game.hands for card in hand}]


@pytest.mark.parametrize(
    ("order", "starts"), [("TSXC", "TNSX"), ("SXTC", "SXTN"), ("SXCT", "SXCT"), ("XTCS", "XTNC")]
)
def test_g34_more_orders_of_trump(order, starts):
    game, order = Scandaroon.start(2), list(order)
    play(game, "first 1")
    while game.turn is not None:
        if game.phase == "shuffle":
            game.play("shuffle " + " ".join(game.act.cards))
        else:
            game.play(f"trump {order.pop(0)}" if game.phase == "trump" else "pass")
    assert "".join(game.starts) == starts


def test_g35_hands_are_filled_up_and_the_loser_gets_six():
    hands = ("C2", "", "C3 C4 C5 C6 X1 X2", "")
    game = table("S7", "X7", "T7", "C1", hands=hands, passed="013", turn=2)
    first, second, third, fourth, *_ = game.stock
    game.play("pass")
    assert (game.totals, game.first) == ([7, 7, 7, 1], 1)
    assert [len(hand) for hand in game.hands] == [5, 5, 6, 6]
    assert {first, fourth} <= {*game.hands[1]}
    assert second in game.hands[3]
    assert third in game.hands[0]


def test_g37_a_dual_card_pays_for_either_suit():
    game = table(hands=("DXC T5 S2 C4",))
    paid = moves(game, "token DXC")
    assert paid[0] == "pile"
    assert len([move for move in paid if move.startswith("exchange")]) == len(paid) - 1 == 7
    game = table("", "S3", hands=("NZ T5",))
    assert moves(game, "token NZ") == ["pile", "exchange T5", "protect S3", "steal S3"]
