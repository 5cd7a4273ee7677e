"""What is not a scenario of the sheet: each ability and token, and the rulings where the rules are silent."""

import pytest

from referee.game import CHANCE, IllegalMove
from referee.games.scandaroon import Scandaroon
from tests.referee.scandaroon_table import cards, moves, play, rows, table

# ---- laying cards


def test_cards_go_to_the_right_end_of_the_own_row():
    game = table("S3", "T4", hands=("C1 X6",))
    assert moves(game, "play") == ["C1 0", "X6 0"]
    game.play("play X6 0")
    assert (rows(game), game.hands[0], game.turn) == (["S3 X6", "T4", ""], ["C1"], 1)


def test_a_finisher_goes_anywhere_even_behind_a_passed_player():
    game = table("S3", "T4", hands=("C1 SF",), passed="1")
    assert moves(game, "play") == ["C1 0", "SF 0", "SF 1", "SF 2"]
    game.play("play SF 1")
    assert rows(game) == ["S3", "T4 SF", ""]


def test_a_finisher_closes_its_row_to_all_cards_but_not_the_others():
    game = table("S3", "TF", "CF S1", hands=("C1 SF",), turn=0)
    assert moves(game, "play") == ["C1 0", "SF 0"]


@pytest.mark.parametrize("row", ["SF", "SF C1", "C1 SF C2"])
def test_a_finisher_closes_its_row_wherever_it_lies(row):
    assert moves(table(row, hands=("X3",)), "play") == []


def test_the_owner_of_a_finisher_discards_it_together_with_a_card_from_hand():
    game = table("S3 TF", hands=("C1 X6",))
    assert moves(game, "ability TF") == ["C1", "X6"]
    game.play("ability TF C1")
    assert (rows(game)[0], game.hands[0], game.discard) == ("S3", ["X6"], ["TF", "C1"])
    assert moves(table("S3 TF"), "ability TF") == []


def test_others_discard_a_finisher_without_any_further_cost():
    game = table("S6", "S3 TF")
    assert "TF" in moves(game, "ability S6")


# ---- abilities


@pytest.mark.parametrize(
    ("card", "targets"),
    [
        ("S3", "T2 C2"),
        ("S5", "T2 X3 C2 DST"),
        ("S6", "T2 X3 C2 X5 T7 DST NZ"),
        ("S4", "T2 T7 DST"),
        ("T4", "X3 X5"),
        ("X4", "C2"),
        ("C4", "DST"),
    ],
)
def test_what_each_card_may_discard(card, targets):
    """X5 is worth 7 beside C2; T1 is protected; NZ is worth 4 and has no suit."""
    game = table(f"{card} T2 X3", "C2 X5", "T7", "DST T1 NZ", seats=4, protected=["T1"])
    wanted = targets.split()
    if card == "S5":
        wanted.append("NZ")
    assert moves(game, f"ability {card}") == wanted
    game.play(f"ability {card} {wanted[0]}")
    assert game.discard == [card, wanted[0]]
    assert wanted[0] not in " ".join(rows(game))


def test_limits_look_at_the_current_value_never_at_the_doubled_one():
    assert moves(table("S3", "C2 T1", trump="T"), "ability S3") == ["C2"]
    assert moves(table("S3", "T2", trump="T"), "ability S3") == ["T2"]
    assert moves(table("S3", "T2", markers={"T2": 1}), "ability S3") == []


@pytest.mark.parametrize(("card", "more"), [("T1", 1), ("T2", 2), ("T3", 3)])
def test_markers_stay_until_the_card_leaves(card, more):
    game = table(f"{card} X3", "T5 C4", "S1")
    assert moves(game, f"ability {card}") == ["X3", "T5", "C4", "S1"]
    game.play(f"ability {card} C4")
    assert (game.markers, game.standing()[1]) == ({"C4": more}, 9 + more)
    assert "C4" not in " ".join(moves(game, "ability T5"))
    game = table("X3 C4", "S1", "S6", markers={"C4": more}, turn=2)
    game.play("ability S6 C4")
    assert game.markers == {}


def test_markers_add_up_and_go_with_a_swapped_card():
    game = table("T1 X3", "T5", "C1 S5", markers={"X3": 1})
    game.play("ability T1 X3")
    assert game.markers == {"X3": 2}
    game = table("T5 S2 C1", "X3 C4", markers={"X3": 1})
    game.play("ability T5 C1 X3")
    assert (rows(game), game.markers) == (["S2 X3", "C1 C4", ""], {"X3": 1})
    assert game.standing() == [6, 1 + 4 + 3, 0]


def test_two_cards_of_one_row_may_be_swapped():
    game = table("T5", "C1 X3 S6")
    assert moves(game, "ability T5") == []
    game = table("T5", "C2 S1 X4 S6")
    assert moves(game, "ability T5") == ["C2 S1", "C2 X4", "S1 X4"]
    game.play("ability T5 C2 X4")
    assert rows(game)[1] == "X4 S1 C2 S6"


def test_a_card_may_be_taken_from_the_own_row():
    game = table("T6 X3", "S6")
    game.play("ability T6 X3")
    assert (game.hands[0], rows(game)[0], game.discard) == (["X3"], "", ["T6"])


def test_any_card_is_fetched_by_t7_but_not_itself():
    game = table("T7", discard="NZ DST C1")
    assert moves(game, "ability T7") == ["NZ", "DST", "C1"]
    assert moves(table("T7"), "ability T7") == []


@pytest.mark.parametrize("card", ["X3", "X5"])
def test_a_card_is_drawn_unseen(card):
    game = table(card, stock="S1 S2")
    game.play(f"ability {card}")
    assert (game.hands[0], game.known[0], game.stock, game.turn) == (["S1"], [], ["S2"], 1)


@pytest.mark.parametrize("card", ["X6", "X7"])
@pytest.mark.parametrize(
    ("second", "trump", "kept"),
    [
        ("S2", "S", True),
        ("DST", "S", True),
        ("DST", "T", True),
        ("T2", "S", False),
        ("S2", "N", False),
        ("NZ", "N", False),
    ],
)
def test_a_revealed_card_is_kept_if_it_is_trump(card, second, trump, kept):
    game = table(card, trump=trump, stock=f"C1 {second} C2")
    game.play(f"ability {card}")
    assert game.hands[0] == (["C1", second] if kept else ["C1"])
    assert game.known[0] == ([second] if kept else [])
    assert game.discard == ([card] if kept else [card, second])
    assert (game.stock, game.turn, game.revealing) == (["C2"], 1, False)


@pytest.mark.parametrize(("card", "trump"), [("SA", "X"), ("TA", "C"), ("XA", "S"), ("CA", "T"), ("NZ", "N")])
@pytest.mark.parametrize("before", "STXCN")
def test_trump_is_changed_for_the_rest_of_the_round(card, trump, before):
    game = table(card, trump=before)
    game.play(f"ability {card}")
    assert (game.trump, game.starts) == (trump, ["X"])


def test_a_wipe_and_a_draw_need_nothing_to_hit():
    game = table("S7 X3", stock="")
    assert moves(game, "ability") == ["S7", "X3"]
    game.play("ability S7")
    assert rows(game) == ["X3", "", ""]


def test_a_card_is_used_from_the_next_turn_on_and_only_by_the_owner_of_its_row():
    game = table("", "X5", hands=("X3",))
    game.play("play X3 0")
    assert (game.turn, moves(game, "ability")) == (1, ["X5"])


# ---- shelter


def test_shields():
    """S1 shields the card on its left, S2 that on its right, and neither itself."""
    game = table("S6", "T1 S1 T2", "T3 S2 T4")
    assert moves(game, "ability S6") == ["S1", "T2", "T3", "S2"]
    assert moves(table("T1 S1 T2", "C1"), "ability") == ["T2 T1", "T2 S1", "T2 C1"]


def test_a_shielded_card_may_be_swapped_taken_strengthened_stolen_and_pay():
    game = table("T5 T6 T3", "X3 S1", "C2", hands=("TA",))
    for move in ("ability T5 C2 X3", "ability T6 X3", "ability T3 X3", "token TA steal X3"):
        assert move in game.legal()
    assert "token X4 exchange C1" in table("X4 S1", hands=("C1",)).legal()


def test_a_shield_that_pays_shields_no_longer():
    assert "X3" not in moves(table("S6 X3 S1", "C1"), "ability S6")
    assert "X3" in moves(table("S6 X3", "S1"), "ability S6")


def test_what_lies_before_a_passed_player_is_out_of_reach():
    game = table("S6 T5 T6 T1 T4", "X3 C2", "X5 S3", hands=("SA TA",), passed="1")
    for move in game.legal():
        assert not {"X3", "C2"} & {*move.split()}
    game.play("ability T4 X5")
    assert rows(game)[1] == "X3 C2"


def test_a_protected_card_is_out_of_reach_and_out_of_use():
    game = table("S6 T5 T6 T1 X5", "X3 C2", hands=("SA TA",), protected=["X3", "X5"])
    for move in game.legal():
        assert "X3" not in move
        assert "X5" not in move or move.startswith(("token X5 exchange",))
    game = table("S7", "T1 T2", protected=["T1"])
    game.play("ability S7")
    assert rows(game) == ["", "T1", ""]
    assert moves(table("TF", hands=("C1",), protected=["TF"]), "ability") == []


def test_a_protected_card_may_pay_for_a_token():
    game = table("X5 T1", hands=("C1",), protected=["X5"], markers={"X5": 2})
    game.play("token X5 exchange C1")
    assert (game.protected, game.markers, rows(game)[0]) == ([], {}, "T1")


# ---- tokens


@pytest.mark.parametrize(
    ("card", "actions"),
    [
        ("C5", "pile"),
        ("X5", "exchange"),
        ("S3", "protect"),
        ("T1", "steal"),
        ("DSC", "pile protect"),
        ("DXC", "pile exchange"),
        ("DST", "protect steal"),
        ("NZ", "pile exchange protect steal"),
    ],
)
def test_the_suit_of_the_card_says_for_what_the_token_is_spent(card, actions):
    game = table("S1", hands=(f"{card} C1",))
    assert list(dict.fromkeys(move.split()[0] for move in moves(game, f"token {card}"))) == actions.split()


def test_a_card_of_the_own_row_pays_but_no_finisher_from_there():
    game = table("C5 CF", "C6", hands=("TF",))
    assert moves(game, "token C5") == ["pile"]
    assert moves(game, "token CF") == moves(game, "token C6") == []
    assert moves(game, "token TF") == ["steal CF"]
    game.play("token C5 pile")
    assert (rows(game)[0], game.discard, game.bonus) == ("CF", ["C5"], [5, 0, 0])
    assert moves(table(hands=("CF",)), "token CF") == ["pile"]


def test_the_token_is_spent_once_in_the_match():
    game = table("C5", hands=("C1 C2",))
    game.play("token C1 pile")
    play(game, "pass", "pass")
    assert (game.turn, game.tokens, moves(game, "token")) == (0, [False, True, True], [])
    game.play("pass")
    assert (game.round_no, game.tokens) == (1, [False, True, True])


def test_an_exchange_is_of_one_to_three_cards_and_draws_as_many():
    game = table(hands=("S1 S2 S3 S4 X5",), stock="T1 T2 T3 T4")
    assert len(moves(game, "token X5 exchange")) == 4 + 6 + 4
    game.play("token X5 exchange S1 S3 S4")
    assert (game.hands[0], game.known[0], game.stock) == (["S2", "T1", "T2", "T3"], [], ["T4"])
    assert (game.discard, game.turn) == (["X5", "S1", "S3", "S4"], 1)
    assert moves(table(hands=("X5",)), "token") == []


def test_theft_is_of_a_card_printed_no_higher_and_may_be_of_the_own_row():
    game = table("C3 T6", "X4 S5", "TF", hands=("TA",))
    assert moves(game, "token TA steal") == ["C3", "X4", "TF"]
    assert moves(game, "token T6 steal") == ["C3", "X4", "S5", "TF"]
    game.play("token TA steal TF")
    assert (game.hands[0], game.known[0], rows(game)[2]) == (["TF"], ["TF"], "")


def test_protection_lasts_until_the_end_of_the_round():
    game = table("C3 S4", "X4", hands=("S5",), passed="2")
    assert moves(game, "token S5 protect") == ["C3", "S4", "X4"]
    assert moves(game, "token S4 protect") == ["C3", "X4"]
    game.play("token S5 protect X4")
    assert game.protected == ["X4"]
    play(game, "pass", "pass")
    assert (game.round_no, game.protected, game.markers) == (1, [], {})


# ---- the end of a round


def test_rows_are_discarded_and_hands_kept():
    game = table("S7 X2", "T5 T1", hands=("C1", "C2 C3"), passed="12", discard="DST")
    game.play("pass")
    assert game.discard == ["DST", "X2", "T5"]
    assert game.piles == cards("S7", "T1", "")
    assert "C1" in game.hands[0]
    assert {"C2", "C3"} <= {*game.hands[1]}


def test_the_leftmost_of_equal_cards_goes_to_the_score_pile():
    game = table("X3 T5 SR S5", "DST DSX CR", "T1 T2", passed="12")
    game.play("pass")
    assert game.totals == [18, 13, 3]
    assert game.piles == cards("T5", "DST", "")


def test_the_score_pile_looks_at_printed_values():
    game = table("C3 DST SF", "C1", trump="S", passed="12")
    game.play("pass")
    assert game.piles == cards("DST", "C1", "")


def test_empty_rows_score_but_feed_no_pile():
    game = table(passed="12")
    game.play("pass")
    assert (game.totals, game.placed, game.piles) == ([0, 0, 0], [3, 3, 3], [[], [], []])
    assert (game.record, game.holders, game.first) == (0, [0, 1, 2], 1)
    assert [len(hand) for hand in game.hands] == [5, 5, 5]


@pytest.mark.parametrize(("seats", "placed"), [(2, [3, 2]), (3, [3, 2, 1]), (4, [3, 2, 1, 0])])
def test_places(seats, placed):
    game = table(*["S7", "X6", "T5", "DST"][:seats], seats=seats, passed="123")
    game.play("pass")
    assert game.placed == placed


@pytest.mark.parametrize(("seats", "placed"), [(2, [3, 2]), (3, [3, 2, 0]), (4, [3, 2, 1, 0])])
def test_the_third_of_three_may_score_nothing(seats, placed):
    rules = {"third_of_three": 0}
    game = table(*["S7", "X6", "T5", "DST"][:seats], seats=seats, passed="123", rules=rules)
    game.play("pass")
    assert game.placed == placed


def test_the_next_round_is_started_by_the_winners_left_neighbour():
    game = table("S7", "X6", "T5", passed="12", first=1)
    game.play("pass")
    assert game.first == 1
    game = table("S3", "X6", "T5", passed="12", first=1)
    game.play("pass")
    assert game.first == 2


def test_all_lowest_get_six_cards_and_who_has_more_keeps_them():
    game = table("S7", "X6", "T6", hands=("C1 C2 C3 C4 C5 C6 C7", "X1", "T1 T2 T3 T4 T5"), passed="12")
    game.play("pass")
    assert [len(hand) for hand in game.hands] == [7, 6, 6]


def test_a_loser_with_five_cards_gets_one():
    game = table("S7", "X6", "T5", hands=("", "", "T1 T2 T3 T4 X5"), passed="12")
    game.play("pass")
    assert [len(hand) for hand in game.hands] == [5, 5, 6]


@pytest.mark.parametrize(
    ("starts", "trump", "marker"),
    [(["T", "N"], "S", True), (["T", "N"], "N", True), (["X", "C"], "N", True), (["X", "C"], "S", False)],
)
def test_a_round_that_began_or_ended_without_trump_gives_sanzadu(starts, trump, marker):
    game = table("S7", "X7", "T5", passed="12", starts=starts, round_no=1, trump=trump)
    game.play("pass")
    both = [marker, marker and trump == "N", False]
    assert game.sanzadu == (both if trump == "N" else [marker, False, False])


def test_sanzadu_counts_once():
    game = table("S7", "X6", passed="12", sanzadu=[True, False, False], starts=["T", "N"], round_no=1)
    game.play("pass")
    assert game.sanzadu == [True, False, False]
    assert game.points() == (3 + 3 + 2 + 2, 2 + 1, 1)


def test_before_the_third_round_all_discards_are_shuffled_into_the_stock():
    game = table("S7", "X6", passed="12", discard="C1 C2", starts=["X", "S"], round_no=1)
    game.play("pass")
    assert (game.turn, game.act.name) == (CHANCE, "shuffle 3")
    assert {"C1", "C2"} <= {*game.act.cards}
    assert game.act.cards == sorted(game.act.cards)
    assert len(game.act.cards) == 51 - 2
    game.play("shuffle " + " ".join(game.act.cards))
    assert (game.discard, game.phase, game.act.name) == ([], "trump", "trump 3")


def test_play_passes_to_the_left_over_who_has_passed():
    game = table("X3 X5 C1", "S1", "S2", "S3", seats=4, passed="1")
    game.play("ability X3")
    assert game.turn == 2
    play(game, "pass", "pass")
    assert game.turn == 0
    game.play("ability X5")
    assert game.turn == 0


# ---- the end of the match


def over(**fields):
    """The last position of a match."""
    return Scandaroon.from_json(
        {
            "seats": 3,
            "phase": "over",
            "turn": None,
            "round_no": 3,
            "starts": list("XSCT"),
            "trump": "T",
        }
        | fields
    )


def test_points():
    game = over(
        placed=[7, 6, 5],
        piles=cards("S7", "C1", "C2"),
        bonus=[0, 5, 5],
        sanzadu=[False, True, True],
        record=30,
        holders=[0, 2],
    )
    assert game.points() == (7 + 3 + 2, 6 + 0 + 2, 5 + 3 + 2 + 2)


@pytest.mark.parametrize(
    ("totals", "piles", "ranks"),
    [
        ([5, 9, 5], ("", "", ""), (2, 1, 2)),
        ([5, 5, 5], ("C1", "C2", ""), (2, 1, 3)),
        ([5, 6, 5], ("C3", "C1", "C2"), (2, 1, 3)),
        ([5, 5, 5], ("", "", ""), (1, 1, 1)),
    ],
)
def test_ties_are_broken_by_the_last_total_and_then_the_score_pile(totals, piles, ranks):
    placed = [6 - points for points in over(piles=cards(*piles)).points()]
    game = over(placed=placed, totals=totals, piles=cards(*piles))
    assert game.points() == (6, 6, 6)
    assert game.ranks() == ranks


def test_the_match_is_over_after_the_last_round():
    game = table("S7", "X6", passed="12", rules={"rounds": 1}, hands=("C1",))
    game.play("pass")
    assert (game.phase, game.turn, game.longest, game.hands[0]) == ("over", None, 0, ["C1"])
    with pytest.raises(IllegalMove):
        game.play("pass")


# ---- an empty stock


def test_the_discards_are_shuffled_when_the_stock_runs_out_in_a_draw():
    game = table("X6", trump="S", stock="C1", discard="S2 T3")
    game.play("ability X6")
    assert (game.turn, game.phase, game.owed, game.act.name) == (CHANCE, "reshuffle", [0], "reshuffle 1.1")
    assert game.act.cards == ["S2", "T3", "X6"]
    assert {game.told("reshuffle S2 X6 T3", seat) for seat in (0, 1, None)} == {"reshuffle ? ? ?"}
    game.play("reshuffle S2 X6 T3")
    assert (game.hands[0], game.known[0], game.stock) == (["C1", "S2"], ["S2"], ["X6", "T3"])
    assert (game.turn, game.phase, game.owed, game.revealing) == (1, "play", [], False)


def test_the_cards_of_an_exchange_are_shuffled_too():
    game = table(hands=("S1 S2 X5",), stock="C1")
    game.play("token X5 exchange S1 S2")
    assert game.act.cards == ["S1", "S2", "X5"]
    game.play("reshuffle X5 S1 S2")
    assert game.hands[0] == ["C1", "X5"]


def test_without_any_cards_nothing_is_drawn():
    game = table("X6 X3", hands=("", "C1"), stock="S1", discard="")
    game.play("ability X6")
    assert game.act.name == "reshuffle 1.1"
    game.play("reshuffle X6")
    assert (game.hands[0], game.discard, game.turn) == (["S1"], ["X6"], 1)


def test_the_stock_may_run_out_in_a_deal():
    game = table("S7 X6", "C1", "C2", passed="12", stock="T1 T2", first=2)
    game.play("pass")
    assert (game.turn, game.act.name, game.first) == (CHANCE, "reshuffle 2.1", 1)
    assert game.act.cards == ["C1", "X6"]
    assert game.view(0)["owed"][:4] == [0, 1, 2, 0]
    game.play("reshuffle X6 C1")
    assert game.hands == cards("X6", "C1 T1", "T2")
    assert (game.phase, game.stock, game.discard, game.owed, game.longest) == (
        "trump",
        [],
        [],
        [],
        1 + 243 + 2 * (2 + 243),
    )
