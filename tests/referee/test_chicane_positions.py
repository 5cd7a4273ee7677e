"""What is seen and guessed, how long matches last, which positions can be."""

from collections import Counter
from random import Random

import pytest

from referee.cards import PLACE
from referee.errors import PositionError
from referee.fairness import dealt
from referee.game import CHANCE, SetupError
from referee.games.chicane import Chicane
from referee.games.chicane_moves import MOVES
from referee.match import play_match
from referee.playthrough import random_match, random_player
from referee.record import verify
from tests.referee.chicane_tables import played, table
from tests.referee.walks import walk

# ---- what is seen and guessed


def test_what_nobody_has_seen_is_known_by_pack():
    for seed in range(4):
        packs = None
        for game, _ in walk(Chicane, 2, f"unseen {seed}"):
            if game.turn == CHANCE:
                continue
            shut = [sorted(game.reserve[seat] + game.stock[seat], key=PLACE.get) for seat in (0, 1)]
            assert shut == game.unseen
            packs = packs or game.unseen
            assert all(Counter(shut[seat]) <= Counter(packs[seat]) for seat in (0, 1))
            guess = Chicane.guess(game.view(0), Random(seed))
            assert [sorted(guess.reserve[seat] + guess.stock[seat], key=PLACE.get) for seat in (0, 1)] == shut


def test_cards_seen_once_are_seen_for_ever():
    game = table(stock=("2S 8D", "2D"), reserve=("3C?", "KD"))
    played(game, "turn stock", "taccs")
    assert (game.view(1)["stock"][0], game.view(None)["stock_seen"][0]) == (["?"], ["8D"])


# ---- whatever anyone does, it ends


def preferring(*wanted):
    """Picks a move of the first kind that is there, else any."""

    def pick(game, rng):
        legal = game.legal()
        for kind in wanted:
            some = [move for move in legal if kind(game, move)]
            if some:
                return rng.choice(some)
        return rng.choice(legal)

    return pick


def verb(*names):
    return lambda game, move: move in names


def onto(*targets):
    return lambda game, move: move in MOVES and MOVES[move][1] in targets


def shuffle(game, move):
    return move in MOVES and all(place.startswith("T") for place in MOVES[move])


def broken(game, move):
    return game.action is None and bool(game.irregularities(move))


ADVERSARIES = {
    "always calls": preferring(verb("taccs")),
    "never calls": preferring(verb("ok")),
    "always breaks a duty": preferring(verb("ok"), broken),
    "always loads": preferring(verb("ok"), onto("OR", "OW"), verb("ask turn"), onto("T0", "T1", "T2", "T3")),
    "always draws and discards": preferring(verb("ok"), verb("turn stock", "discard")),
    "always shuffles": preferring(verb("ok"), shuffle),
    "never builds the centre": preferring(
        verb("ok"), lambda game, move: move in MOVES and MOVES[move][1] != "F", verb("turn reserve")
    ),
}


def ends(pick, seeds, rules=None):
    for seed in seeds:
        game, rng = Chicane.start(2, **(rules or {})), Random(seed)
        promised = []
        while game.turn is not None:
            promised.append(game.longest)
            game.apply(dealt(game, f"ends {seed}") if game.turn == CHANCE else pick(game, rng))
        assert all(longest >= left for left, longest in enumerate(reversed(promised), 1))
        assert Counter(game.cards()) == Counter(game.pack())


@pytest.mark.parametrize("name", ADVERSARIES)
def test_fifty_matches_end_whatever_a_player_wants(name, record_property):
    record_property("matches", 50)
    ends(ADVERSARIES[name], range(50))


@pytest.mark.long
@pytest.mark.parametrize("name", ADVERSARIES)
def test_two_thousand_matches_end_whatever_a_player_wants(name, record_property):
    """Three minutes for those who always shuffle."""
    record_property("matches", 2000)
    ends(ADVERSARIES[name], range(2000))


@pytest.mark.parametrize(
    "rules",
    [
        {"moves_while_turned": True, "strict_discard": True, "load_gate": "all_aces", "unfinished": "count"},
        {"taccs": "strict", "moves_while_turned": True},
        {"reserve_size": 1, "layout_each": 1, "shuffle_cap": 0},
        {"reserve_size": 40, "layout_each": 6, "false_limit": 1000},
    ],
    ids=str,
)
def test_matches_end_under_other_rules(rules):
    ends(lambda game, rng: rng.choice(game.legal()), range(5), rules)


def test_a_call_that_takes_a_card_from_the_centre_leaves_no_more_moves_than_before():
    game = table("AS AH QC JD 10S 9D 5C 4H", reserve=("AC", "KD"))
    asked = played(game, "move T0 F").longest
    assert played(game, "taccs").longest < asked


def test_a_finished_match_has_no_moves_to_come():
    game = table(reserve=("2H", "2S"), stock=("", ""), rules={"max_turns": 3})
    assert game.longest > 0
    assert played(game, "pass").longest == 0


# ---- positions from outside


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"rules": {"reserve_size": 0}}, "rules.reserve_size"),
        ({"rules": {"first": 2}}, "rules.first"),
        ({"layout": "KS KH QC"}, "layout"),
        ({"turned": "2S 3S"}, "turned"),
        ({"layout": "KS KH QC JD 10S 9D 5C ?"}, "layout"),
        ({"turn": 1}, "turn"),
        ({"turn_no": 301}, "turn_no"),
        ({"idle": -1}, "idle"),
        ({"own_turns": [1]}, "own_turns"),
        ({"unseen": [["3S"], ["2D"]]}, "unseen"),
        ({"reserve_seen": [["3S"], []]}, "reserve_seen"),
        ({"action": "move R OR", "turn": 1}, "action"),
        ({"action": "move T5 F", "turn": 1}, "action"),
        ({"action": "move T1 F", "turn": 1, "centre": "AH", "locked": True}, "action"),
        ({"raised": 8}, "raised"),
        ({"turn": -1}, "cards"),
        ({"action": "pass", "turn": 1}, "action"),
        ({"action": "discard", "turn": 1}, "action"),
    ],
    ids=str,
)
def test_a_position_that_cannot_be_is_refused(fields, place):
    with pytest.raises((PositionError, SetupError)) as refused:
        table(**fields)
    assert refused.value.place == place


@pytest.mark.parametrize("centre", [["2D"] + [None] * 7, ["?"] + [None] * 7, [None] * 7, ["KH"] * 8])
def test_a_centre_that_cannot_be_is_refused(centre):
    with pytest.raises(PositionError, match=r"centre|cards"):
        Chicane.from_json({"seats": 2, "centre": centre})


@pytest.mark.parametrize("reserve", [[], [[]], [["2H"]], [["2H"], [], []]])
def test_a_deal_without_a_reserve_for_each_seat_is_refused(reserve):
    with pytest.raises(PositionError, match=r"^(reserve|cards): "):
        Chicane.from_json({"seats": 2, "reserve": reserve})


def test_the_higher_foundation_of_a_suit_comes_first():
    assert Chicane.from_json({"seats": 2, "turn": 0, "centre": [None, "2C", "AD", "3D", *[None] * 4]}).centre[
        :4
    ] == [
        "2C",
        None,
        "3D",
        "AD",
    ]


def test_a_record_of_failures_is_true():
    fails = [lambda *_: "nonsense", random_player("1")]
    record = play_match(Chicane, fails, "failed")
    assert [fault.code for fault in record.faults] == ["illegal"]
    verify(record)
    verify(random_match(Chicane, 2, "rules", {"moves_while_turned": True, "first": 1}))
