"""The scenarios of the rule sheet, P1 to P23, and its rulings; written as a card player would tell them."""

from collections import Counter
from random import Random

import pytest

from referee.cards import STANDARD, standard
from referee.game import CHANCE, IllegalMove, SetupError
from referee.games.pis_yedili import PisYedili, points_of


def table(*hands, top="9H", stock=None, **fields):
    """A table in the middle of a hand, with some other cards for a stock; seat 0 is to move."""
    pack = Counter(standard(2 if len(hands) > 4 else 1))
    others = list((pack - Counter(" ".join([*hands, top]).split())).elements())
    position = {
        "seats": len(hands),
        "hands": [hand.split() for hand in hands],
        "discard": top.split(),
        "stock": others[:6] if stock is None else stock.split(),
        "phase": "normal",
        "turn": 0,
        "rules": {"deals": 1},
        "dealer": len(hands) - 1,
    }
    return PisYedili.from_json(position | fields)


def dealt(*hands, stock="", **rules):
    """A table after a deal that gives these hands; the rest of the pack lies under `stock`."""
    game = PisYedili.start(len(hands), **({"deals": 1} | rules))
    cards = " ".join([*hands, stock]).split()
    rest = list(game.pack())
    for card in cards:
        rest.remove(card)
    game.play(" ".join(["deal", *cards, *rest]))
    return game


def plays(game):
    return [move.removeprefix("play ") for move in game.legal() if move.startswith("play")]


def test_p1_cards_of_the_suit_of_the_rank_and_jacks_fit():
    game = table("6H 9C JD 8S 6D 2H", "2S 3S", top="5C 6C", stock="KS KD", suit="C")
    assert game.legal() == ["play 9C", "play 6D"] + [f"play JD {suit}" for suit in "CDHS"] + [
        "play 6H",
        "draw",
    ]


def test_p2_an_opener_without_a_club_draws_until_one_comes():
    game = dealt("6H 7D 8S 10D JH QS 2H", "2C 3C 4C AH 3H 4H 5H", stock="4D KS 5C 9C")
    assert game.legal() == ["play 5C"]
    assert " ".join(game.hands[0]) == "5C 4D 7D 10D 2H 6H JH 8S QS KS"
    assert game.stock[0] == "9C"
    game.play("play 5C")
    assert (game.turn, game.phase, game.drawn) == (1, "normal", 0)


def test_p3_the_opener_chooses_among_clubs_and_may_not_draw():
    game = dealt("2C JC 7C 10D JH QS 2H", "3C 4C 5C AH 3H 4H 5H")
    assert game.legal() == ["play 2C", "play 7C", "play JC"]


def test_p4_an_opening_seven_has_no_effect_and_does_not_count_in_the_row():
    game = dealt(
        "7C 2D 3D 4D 5D 6D 8D", "7H 2H 3H 4H 5H 6H 8H", "2S 3S 4S 5S 6S 8S 9S", "9C 10C 10D 10H 10S QC QD"
    )
    game.play("play 7C")
    assert (game.turn, game.phase, game.sevens) == (1, "normal", 0)
    game.play("play 7H")
    assert (game.sevens, game.legal()) == (1, ["take"])
    game.play("take")
    assert len(game.hands[2]) == 10
    assert (game.turn, game.phase, game.sevens) == (3, "normal", 0)


@pytest.mark.parametrize(("card", "then"), [("8C", 1), ("10C", 1), ("AC", 1), ("JC", 1)])
def test_an_opening_card_has_no_effect(card, then):
    game = dealt(f"{card} 2D 3D 4D 5D 6D 9D", "KC 2H 3H 4H 5H 6H 8H", "2S 3S 4S 5S 6S 8S 9S")
    game.play(f"play {card}")
    assert (game.turn, game.phase, game.direction) == (then, "normal", 1)


def test_p5_clubs_follow_an_opening_jack_and_no_jack_does():
    game = dealt("JC 2D 4D 5D 6D 9D 10D", "JH KC 3D 2H 3H 4H 5H")
    game.play("play JC")
    assert game.legal() == ["play KC", "draw"]


def test_p7_sevens_add_up_until_somebody_takes():
    game = table("7H 2D", "7S 4D", "JD 5D", "2S JC 3H", stock="AC 2C 3C 4C 5C 6C 8C")
    game.play("play 7H")
    game.play("play 7S")
    assert game.legal() == ["take"]
    game.play("take")
    assert (len(game.hands[2]), game.turn, game.sevens) == (8, 3, 0)
    assert game.legal() == [f"play JC {suit}" for suit in "CDHS"] + ["play 2S", "draw"]


def test_p8_an_eight_passes_one_player_over():
    game = table("8H 2D", "2C 3C", "8D 3D", "5C 6C")
    game.play("play 8H")
    assert game.turn == 2
    game.play("play 8D")
    assert game.turn == 0


def test_p8_with_two_an_eight_gives_a_fresh_turn():
    game = table("8H 4H", "2C 3C", drawn=1)
    game.play("play 8H")
    assert (game.turn, game.legal()) == (0, ["play 4H", "draw"])


def test_p9_a_ten_turns_the_direction():
    game = table("10H 2D", "2C 3C", "4D 3D", "10S 6H")
    game.play("play 10H")
    assert (game.turn, game.direction) == (3, -1)
    game.play("play 10S")
    assert (game.turn, game.direction) == (0, 1)


def test_p10_an_ace_allows_one_more_card_that_fits_on_it():
    game = table("AH AS 4H 4S JD 9C", "2C 3C")
    game.play("play AH")
    jack = [f"play JD {suit}" for suit in "CDHS"]
    assert (game.phase, game.turn, game.legal()) == ("ace", 0, [*jack, "play 4H", "play AS", "end"])
    game.play("play AS")
    assert game.legal() == [*jack, "play 4S", "end"]
    game.play("play 4S")
    assert (game.turn, game.phase) == (1, "normal")


def test_p11_after_an_ace_with_nothing_that_fits_the_turn_ends():
    game = table("AH 9C", "2H 3C")
    game.play("play AH")
    assert game.legal() == ["end"]
    game.play("end")
    assert (game.turn, plays(game)) == (1, ["2H"])


def test_p12_the_card_after_an_ace_has_its_own_effect():
    game = table("AH 7H 2D", "2C 3C", "4C 6C")
    game.play("play AH")
    game.play("play 7H")
    assert (game.turn, game.phase, game.legal()) == (1, "penalty", ["take"])


@pytest.mark.parametrize(
    ("last", "hand", "scores"), [("7H", "7S JH AC", [0, 180, 66]), ("JH", "7S JD AC", [0, 120, 44])]
)
def test_p13_a_last_seven_or_jack_multiplies_and_nobody_draws_for_it(last, hand, scores):
    game = table(last, hand, "2C QD 10S")
    assert game.legal() == [f"play {last}", "draw"]
    game.play(f"play {last}")
    assert game.scores == scores
    assert [len(cards) for cards in game.shown] == [0, 3, 3]


def test_p14_a_last_seven_may_answer_a_seven():
    game = table("7D 7H", "7S", "2C QD 10S")
    game.play("play 7H")
    game.play("play 7S")
    assert (game.turn, game.scores) == (None, [60, 0, 66])


def test_p15_a_last_ace_wins_without_a_second_card():
    game = table("AH", "2C QD", "3S")
    game.play("play AH")
    assert game.scores == [0, 12, 3]


def test_p16_who_can_play_draws_one_card_at_most():
    game = table("4H KS", "2C 3C", stock="QD 5D")
    assert game.legal() == ["play 4H", "draw"]
    game.play("draw")
    assert game.legal() == ["play 4H", "pass"]


def test_who_cannot_play_draws_on_and_on_or_passes():
    game = table("4D KS", "2C 3C", stock="QD 5D 6H 7D")
    assert game.legal() == ["draw"]
    game.play("draw")
    game.play("draw")
    assert game.legal() == ["draw", "pass"]
    game.play("draw")
    assert game.legal() == ["play 6H", "pass"]


def test_p17_with_no_stock_a_card_that_fits_must_be_played():
    game = table("4D KS 2H", "2C 3C", stock="")
    assert game.legal() == ["play 2H"]


def test_p18_an_exact_penalty_leaves_an_empty_stock_and_play_goes_on():
    game = table("7H 2D", "3D 4D", "5D 7D", stock="QS QD QC")
    game.play("play 7H")
    game.play("take")
    assert (game.stock, game.turn, game.legal()) == ([], 2, ["play 7D"])


def test_p19_a_hand_ends_when_a_card_is_needed_and_none_is_there():
    game = table("4D KS", "10S 3D", "9C 4S", stock="QD")
    game.play("draw")
    assert game.legal() == ["pass"]
    game.play("pass")
    assert (game.turn, game.scores) == (None, [24, 0, 0])


def test_p20_a_penalty_larger_than_the_stock_takes_it_and_ends_the_hand():
    game = table("7H 5D", "10S 3D", "QC 3S", stock="QD 2H")
    game.play("play 7H")
    game.play("take")
    assert (game.scores, game.points()) == ([0, 25, 13], (0, -25, -13))
    assert ("QD" in game.shown[1], game.drawn) == (True, 2)


def test_too_large_a_penalty_ends_the_hand_even_if_the_next_player_could_play():
    game = table("7H 5D", "10S 3D", "QH 3S", stock="QD 2H")
    game.play("play 7H")
    game.play("take")
    assert (game.turn, game.scores) == (None, [0, 25, 13])


def test_p21_immediate_ends_the_hand_with_the_last_card_of_the_stock():
    game = table("4H KS", "10S 3D", "9C 4S", stock="QD", rules={"deals": 1, "stock_out": "immediate"})
    game.play("draw")
    assert (game.turn, game.scores) == (None, [24, 0, 0])


def test_p22_points():
    assert points_of(["JD", "7C", "AH", "KS", "QD", "10C", "9H", "2S"]) == 101
    assert points_of(list(STANDARD)) == 508


def test_p23_equal_totals_share_the_rank():
    game = table("5H", "2C 2D", "3C 2S", totals=[88, 136, 83], rules={"deals": 4}, hand_no=3)
    game.play("play 5H")
    assert (game.turn, game.points(), game.ranks()) == (None, (-88, -140, -88), (1, 3, 1))


def test_an_opener_who_draws_the_stock_dry_without_a_club_ends_the_hand():
    clubs = [card for card in STANDARD if card.endswith("C")]
    others = [card for card in STANDARD if not card.endswith("C")]
    game = dealt(" ".join(others[:13]), " ".join(clubs), hand_size=13)
    assert (game.turn, game.stock, len(game.shown[0])) == (None, [], 39)
    assert game.scores == [points_of(game.shown[0]), 0]


@pytest.mark.parametrize(("stock_out", "turn"), [("on_demand", 0), ("immediate", None)])
def test_an_opener_whose_club_is_the_last_of_the_stock(stock_out, turn):
    clubs = [card for card in STANDARD if card.endswith("C")]
    others = [card for card in STANDARD if not card.endswith("C")]
    hands = others[:25], [*clubs[1:], *others[25:38]]
    game = dealt(*map(" ".join, hands), stock=f"{others[38]} {clubs[0]}", hand_size=25, stock_out=stock_out)
    assert (game.turn, game.stock) == (turn, [])


def test_no_jack_on_a_jack_not_even_of_the_named_suit():
    game = table("JH 4H JD 3C", "2C 5C", top="9H JS", suit="H")
    assert plays(game) == ["4H"]


def test_a_named_suit_binds_only_while_the_jack_is_on_top():
    game = table("JD 4S", "5H 8C", "5C 9C")
    game.play("play JD H")
    assert game.suit == "H"
    game.play("play 5H")
    assert (game.suit, plays(game)) == ("H", ["5C"])


def test_equal_cards_of_two_packs_are_one_move():
    game = table("9C 9C JD JD", "2C", "3C", "4C", "5C")
    assert game.legal() == ["play 9C"] + [f"play JD {suit}" for suit in "CDHS"] + ["draw"]
    assert len(PisYedili.start(5).pack()) == len(standard(2)) == 104


def test_the_dealer_moves_left_and_every_hand_starts_clockwise():
    game = table("5H", "2C 2D", "3C 2S", rules={"deals": 2}, direction=-1, dealer=2)
    game.play("play 5H")
    assert (game.dealer, game.turn, game.phase, game.act.name) == (0, CHANCE, "deal", "deal 2")
    game.play(game.deal(Random(1)))
    assert (game.turn, game.direction) == (1, 1)


def test_the_hands_are_shown_to_all_at_the_end_of_a_hand():
    game = table("5H", "2C 2D", "3C 2S", rules={"deals": 2})
    game.play("play 5H")
    assert game.view(0)["shown"] == [[], ["2C", "2D"], ["3C", "2S"]]


@pytest.mark.parametrize(
    ("hand", "fields", "move"),
    [
        ("4H KS", {}, "draw"),
        ("4H KS", {"drawn": 1}, "pass"),
        ("4H KS", {"stock": ""}, "play 4H"),
        ("JD KS 2S", {"stock": ""}, "play JD S"),
        ("AH 4H KS", {"phase": "ace", "top": "9H AS"}, "end"),
        ("7D KS", {"phase": "penalty", "top": "7H", "sevens": 2}, "take"),
        ("KC 3C KS", {"phase": "opening", "top": ""}, "play 3C"),
        ("JD", {"stock": ""}, "play JD"),
    ],
)
def test_the_fallback_rather_draws_than_plays(hand, fields, move):
    assert table(hand, "2C 4S", **({"stock": "5D"} | fields)).fallback() == move


@pytest.mark.parametrize(
    "illegal", ["play 8S", "play JD", "play JD X", "pass", "take", "end", "play  6H", "", "Draw"]
)
def test_what_the_rules_do_not_allow_is_refused(illegal):
    game = table("6H 9C JD 8S 6D 2H", "2S 3S", top="6C")
    with pytest.raises(IllegalMove, match="not legal here for seat 0"):
        game.play(illegal)


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ({"deals": 0}, "rules.deals"),
        ({"hand_size": 1}, "rules.hand_size"),
        ({"hand_size": 27}, "rules.hand_size"),
        ({"penalty": 0}, "rules.penalty"),
        ({"last_jack": True}, "rules.last_jack"),
        ({"stock_out": "never"}, "rules.stock_out"),
        ({"first_dealer": 2}, "rules.first_dealer"),
        ({"deals": 101}, "rules.deals"),
        ({"jokers": 2}, "rules.jokers"),
    ],
)
def test_rules_that_cannot_be_are_refused(rules, place):
    with pytest.raises(SetupError) as refused:
        PisYedili.start(2, **rules)
    assert refused.value.place == place


def test_other_rules():
    game = table("7H", "2C QD", "2S", rules={"deals": 1, "last_seven": 5})
    game.play("play 7H")
    assert game.scores == [0, 60, 10]
    game = table("JH", "2C QD", "2S", rules={"deals": 1, "last_jack": 7})
    game.play("play JH")
    assert game.scores == [0, 84, 14]
    game = table("4D KS", "10S 3D", "9C 4S", stock="QD", rules={"deals": 1, "lowest_pays": True})
    game.play("draw")
    game.play("pass")
    assert game.scores == [24, 13, 13]
    game = table("7H 2D", "7S 4D", "JD 5D", stock="AC 2C 3C 4C 5C", rules={"deals": 1, "penalty": 2})
    game.play("play 7H")
    game.play("take")
    assert len(game.hands[1]) == 4
    assert PisYedili.start(3, two_decks_from=3).pack() == standard(2)
    assert PisYedili.start(3, first_dealer=0).dealer == 0


# ---- what the opener's draws tell everybody


def clubs_at_most(moves, seats):
    """The most clubs that the opener of the last hand can hold, recounted from the moves alone."""
    game, opener, drew, later, laid = PisYedili.start(seats), None, 0, 0, 0
    for move in moves:
        seat, before = game.turn, None if game.turn in (None, CHANCE) else len(game.hands[game.turn])
        game.play(move)
        if seat == CHANCE:
            opener, drew, later, laid = game.turn, len(game.hands[game.turn or 0]) - 7, 0, 0
        elif seat == opener and game.hands[opener]:
            later += max(0, len(game.hands[opener]) - before)
            laid += move.startswith("play") and move.split()[1].endswith("C")
    return game, opener, (1 + later - laid) if drew > 0 else None


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_guess_gives_the_opener_no_more_clubs_than_it_can_have(seats):
    told = 0
    for seed in range(40):
        rng = Random(seed)
        game, moves = PisYedili.start(seats), []
        while game.hand_no == 0 and len(moves) < 60:
            move = game.deal(rng) if game.turn == CHANCE else rng.choice(game.legal())
            game.play(move)
            moves.append(move)
            if game.phase in ("deal", "over"):
                break
            _, opener, most = clubs_at_most(moves, seats)
            assert game.opener_clubs == most
            if most is not None:
                told += 1
                other = (opener + 1) % seats
                guess = PisYedili.guess(game.view(other), rng)
                clubs = [card for card in guess.hands[opener] if card.endswith("C")]
                assert len(clubs) <= most
                assert game.phase != "opening" or len(clubs) == 1
    assert told > 20


def test_a_guess_gives_the_opener_a_club_to_open_with():
    for seed in range(50):
        game = dealt("2C 2D 3D 4D 5D 6D 8D", "7H 2H 3H 4H 5H 6H 8H", "2S 3S 4S 5S 6S 8S 9S")
        guess = PisYedili.guess(game.view(1), Random(seed))
        assert any(card.endswith("C") for card in guess.hands[0])
