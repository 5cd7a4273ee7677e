"""What follows from the types of the fields: views, copies, JSON, and the refusal of what does not fit."""

from random import Random

import pytest

from referee.errors import IllegalMove, PositionError, RefereeError, SetupError
from referee.game import CHANCE, EVERYONE, Act, Marked
from referee.games.pis_yedili import PisYedili
from referee.visibility import not_public
from tests.referee.magpie import PACK, Magpie, Nest


@pytest.fixture
def table():
    """Three magpies; seat 0 has shown a ring."""
    game = Magpie.start(3, rounds=2)
    game.play(" ".join(["deal", *PACK]))
    game.play("show ring1")
    return game


def test_a_seat_sees_its_own_and_the_shape_of_the_rest(table):
    assert table.view(1) == {
        "game": "magpie",
        "rules": {"rounds": 2},
        "seat": 1,
        "seats": 3,
        "turn": 1,
        "rows": [["ring1", "?"], ["ring3", "ring4"], ["?", "?"]],
        "purses": [["?"], ["coin2"], ["?"]],
        "stock": ["?"] * 9,
        "nests": [{"twigs": 1, "pride": "ring1"}, {"twigs": 0, "pride": None}, {"twigs": 0, "pride": None}],
        "open": ["ring1"],
        "tally": {"show": 1},
        "thief": None,
        "victim": None,
        "thefts": 0,
        "moved": 1,
    }


def test_a_spectator_sees_only_what_is_open_to_all(table):
    view = table.view(None)
    assert view["seat"] is None
    assert view["rows"] == [["ring1", "?"], ["?", "?"], ["?", "?"]]
    assert view["purses"] == [["?"], ["?"], ["?"]]


def test_a_card_known_to_all_seats_is_not_open_to_spectators():
    table = Magpie(seats=2)
    table.rows = [[Marked("gem1", 0b11), Marked("gem2", EVERYONE)], []]
    assert table.view(0)["rows"] == table.view(1)["rows"] == [["gem1", "gem2"], []]
    assert table.view(None)["rows"] == [["?", "gem2"], []]


def test_the_mask_travels_with_a_stolen_card(table):
    table.play("steal 0")
    assert (table.turn, table.act) == (CHANCE, Act("theft 1", ["ring1", "ring2"], 1, PACK))
    table.play("theft ring2")
    assert table.view(0)["rows"][1] == ["?", "?", "ring2"]
    assert table.view(1)["rows"][1] == ["ring3", "ring4", "ring2"]
    assert table.view(2)["rows"][1] == ["?", "?", "?"]


def test_the_whole_position_has_masks(table):
    data = table.to_json()
    assert data["rows"][0] == [{"card": "ring1", "mask": -1}, {"card": "ring2", "mask": 1}]
    assert "seat" not in data


def test_the_fields_that_are_not_public_can_be_listed():
    assert not_public(Magpie) == {"rows": "known", "purses": "private", "stock": "secret"}


def test_a_copy_shares_no_marked_card_and_no_dataclass(table):
    twin = table.copy()
    twin.rows[0][0].mask = 0
    twin.nests[0].twigs = 9
    twin.tally["show"] = 9
    assert (table.rows[0][0].mask, table.nests[0], table.tally) == (EVERYONE, Nest(1, "ring1"), {"show": 1})


def test_a_guess_marks_what_the_seat_knows(table):
    guess = Magpie.guess(table.view(1), Random(1))
    assert guess.rows[1] == [Marked("ring3", 0b10), Marked("ring4", 0b10)]
    assert guess.rows[0][1].mask == 0


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("theft ring1", "the dealer has to deal 1"),
        ("deal", "takes 18 cards, not 0"),
        (" ".join(["deal", *PACK, "ring1"]), "takes 18 cards, not 19"),
        (" ".join(["deal", *PACK[1:], "ring2"]), "'ring2' is not there, or not so often"),
        (" ".join(["deal", *PACK[1:], "?"]), "is not there"),
        ("pass", "the dealer has to deal 1"),
    ],
)
def test_a_dealers_move_is_checked(move, reason):
    with pytest.raises(IllegalMove, match=reason.replace("?", r"\?")):
        Magpie.start(3).play(move)


def test_a_pick_is_checked(table):
    table.play("steal 0")
    with pytest.raises(IllegalMove, match="'ring3' is not there"):
        table.play("theft ring3")


def test_nothing_can_be_played_when_the_match_is_over():
    table = PisYedili.from_json({"seats": 2, "phase": "over", "turn": None})
    assert table.longest == 0
    with pytest.raises(IllegalMove, match="the match is over"):
        table.play("draw")


def test_a_partial_position_is_completed_from_the_empty_table():
    assert PisYedili.from_json({"seats": 3}) == PisYedili.start(3)
    assert PisYedili.from_json({"seats": 3, "rules": {"deals": 2}, "totals": [1, 2, 3]}).points() == (
        -1,
        -2,
        -3,
    )


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"game": "hearts"}, "game"),
        ({"seats": 9}, "seats"),
        ({"seats": "2"}, "seats"),
        ({"seats": True}, "seats"),
        ({"rules": []}, "rules"),
        ({"rules": {"deals": 0}}, "rules.deals"),
        ({"rules": {"deals": "4"}}, "rules.deals"),
        ({"turn": 2}, "turn"),
        ({"turn": -2}, "turn"),
        ({"turn": "0"}, "turn"),
        ({"turn": None}, "turn"),
        ({"seat": 2}, "seat"),
        ({"seat": "0"}, "seat"),
        ({"phase": "lunch"}, "phase"),
        ({"phase": "deal"}, "turn"),
        ({"phase": "opening"}, "discard"),
        ({"phase": "penalty"}, "discard"),
        ({"phase": "ace"}, "discard"),
        ({"phase": "penalty", "discard": ["7H"]}, "sevens"),
        ({"sevens": 1}, "sevens"),
        ({"hands": [["4H"]]}, "hands"),
        ({"hands": [["4H"], "2C"]}, "hands[1]"),
        ({"hands": [["4H"], [2]]}, "hands[1][0]"),
        ({"hands": [["4H"], ["4H"]]}, "cards"),
        ({"hands": [["4H"], ["1Z"]]}, "cards"),
        ({"hands": [["4H"], ["?"] * 60]}, "cards"),
        ({"hands": [[], ["2C"]]}, "turn"),
        ({"hands": [["4C"], ["2C"]], "stock": []}, "turn"),
        ({"discard": []}, "discard"),
        ({"discard": ["?"]}, "discard"),
        ({"discard": ["JH"]}, "suit"),
        ({"discard": ["9H"], "suit": "C"}, "suit"),
        ({"suit": "X"}, "suit"),
        ({"direction": 0}, "direction"),
        ({"drawn": -1}, "drawn"),
        ({"opener_clubs": -1}, "opener_clubs"),
        ({"dealer": 5}, "dealer"),
        ({"hand_no": 4}, "hand_no"),
        ({"totals": [0]}, "totals"),
        ({"shown": [["1Z"], []]}, "discard"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_place(fields, place):
    whole = {
        "seats": 2,
        "turn": 0,
        "phase": "normal",
        "hands": [["4H"], ["2C"]],
        "discard": ["9H"],
        "stock": ["5C"],
    }
    PisYedili.from_json(whole)
    with pytest.raises((PositionError, SetupError)) as refused:
        PisYedili.from_json(whole | fields)
    assert refused.value.place == place


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"rows": [[{"card": "gem1"}], [{"card": "gem2", "mask": "0"}]]}, "rows[1][0].mask"),
        ({"rows": [[{"mask": 1}], []]}, "rows[0][0].card"),
        ({"rows": [[{"card": "gem1", "face": "up"}], []]}, "rows[0][0].face"),
        ({"rows": [[5], []]}, "rows[0][0]"),
        ({"nests": [{"twigs": 1.5}]}, "nests[0].twigs"),
        ({"nests": [{"pride": 5}]}, "nests[0].pride"),
        ({"tally": {"show": None}}, "tally.show"),
        ({"tally": []}, "tally"),
    ],
)
def test_small_values_inside_a_position_are_checked_with_their_place(fields, place):
    with pytest.raises(PositionError) as refused:
        Magpie.from_json({"seats": 2} | fields)
    assert refused.value.place == place


@pytest.mark.parametrize("data", [None, [], "x", 5])
def test_what_is_no_object_is_no_position(data):
    with pytest.raises(PositionError):
        PisYedili.from_json(data)


def test_every_refusal_is_of_one_tree():
    assert issubclass(IllegalMove, RefereeError)
    assert issubclass(SetupError, RefereeError)
    assert str(PositionError("hands[1]", "is wrong")) == "hands[1]: is wrong"
    assert str(PositionError("", "is wrong")) == "is wrong"


def test_an_impossible_view_is_refused_not_looped_over():
    view = {
        "seat": 1,
        "seats": 2,
        "turn": 0,
        "phase": "normal",
        "hands": [["?"], [card for card in PisYedili.start(2).pack() if card not in ("9H", "2C")]],
        "discard": ["9H"],
    }
    with pytest.raises(PositionError, match="no unseen cards give seat 0 a move"):
        PisYedili.guess(view, Random(1))
