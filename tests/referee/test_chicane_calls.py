"""The scenarios of the rule sheet, and what a call does."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from referee.fairness import dealt
from referee.game import CHANCE, IllegalMove
from referee.games.chicane import Chicane
from referee.games.chicane_moves import MOVES
from referee.playthrough import random_match
from referee.record import replayed, table_of
from tests.referee.chicane_tables import played, table
from tests.referee.walks import walk

GOLDEN = json.loads((Path(__file__).parent / "golden" / "chicane.json").read_text())
RANKS = (0, "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


# ---- the scenarios of the sheet


def from_golden(state, rules):
    def cards(pile, shut=False):
        return [card.replace("T", "10").rstrip("?") for card in pile if card.endswith("?") == shut]

    heights = [height for suit in "CDHS" for height in zip(state["F"][suit], suit * 2, strict=True)]
    mover = state["cur"]
    return Chicane.from_json(
        {
            "seats": 2,
            "rules": rules,
            "mover": mover,
            "turn": mover,
            "layout": [cards(pile) for pile in state["T"]],
            "centre": [f"{RANKS[height]}{suit}" if height else None for height, suit in heights],
            "reserve": [cards(pile, True) for pile in state["R"]],
            "reserve_open": [cards(pile) for pile in state["R"]],
            "stock": [cards(pile) for pile in state["S"]],
            "waste": [cards(pile) for pile in state["W"]],
            "turned": cards([state["turned"]] if state["turned"] else []),
            "locked": state["locked"][1 - mover],
        }
        | {name: state[name] for name in ("own_turns", "turn_no", "false_calls")}
    )


def to_golden(game):
    def cards(*piles, shut=""):
        return [card.replace("10", "T") + shut for pile in piles for card in pile]

    locked = [False, False]
    locked[1 - game.mover] = game.locked
    heights = [RANKS.index(top[:-1]) if top else 0 for top in game.centre]
    phase = "CHALLENGE" if game.action else "TURNED" if game.turned else "MAIN"
    return {
        "F": {suit: heights[at : at + 2] for suit, at in zip("CDHS", range(0, 8, 2), strict=True)},
        "T": [cards(pile) for pile in game.layout],
        "R": [
            cards(game.reserve[seat], game.reserve_seen[seat], shut="?") + cards(game.reserve_open[seat])
            for seat in (0, 1)
        ],
        "S": [cards(game.stock[seat], game.stock_seen[seat]) for seat in (0, 1)],
        "W": [cards(pile) for pile in game.waste],
        "turned": "".join(cards(game.turned)) or None,
        "cur": game.mover,
        "phase": phase if game.turn is not None else "OVER",
        "own_turns": game.own_turns,
        "turn_no": game.turn_no,
        "false_calls": game.false_calls,
        "locked": locked,
        "pending": game.action,
        "result": None if game.turn is not None else result(game),
    }


def result(game):
    points = list(game.points())
    counts = [
        2 * len(game.reserve[seat] + game.reserve_open[seat]) + len(game.stock[seat] + game.waste[seat])
        for seat in (0, 1)
    ]
    winner = points.index(max(points)) if any(points) else None
    return {
        "winner": winner,
        "why": game.ending,
        "points": points,
        "count": counts,
        "turns": game.turn_no,
    }


@pytest.mark.parametrize("scenario", GOLDEN, ids=lambda scenario: scenario["id"])
def test_a_scenario_of_the_sheet(scenario):
    game = from_golden(scenario["before"], scenario["config"])
    codes = []
    moves = [" ".join(action).replace("_", " ") for action in scenario["actions"]]
    for move in moves:
        if scenario["outcome"] == "ILLEGAL":
            with pytest.raises(IllegalMove):
                game.play(move)
            break
        if game.action is None and move not in ("ok", "taccs"):
            codes.append(game.irregularities(move))
        game.play(move)
    assert codes == scenario["violations"]
    assert to_golden(game) == scenario["after"]


# ---- calls


def test_the_other_is_asked_after_every_move_that_could_be_wrong():
    asked = {}
    for seed in range(20):
        for game, move in walk(Chicane, 2, f"asked {seed}"):
            if move is None or game.turn == CHANCE or game.action or game.locked or max(game.false_calls) > 2:
                continue
            after = game.copy()
            after.apply(move)
            kind = "reserve to centre" if move == "move R F" else move if move not in MOVES else "move"
            kind += " first" if move == "turn reserve" and game.own_turns[game.mover] == 1 else ""
            opened = (
                after.action == move and after.turn == 1 - game.mover and after.legal() == ("ok", "taccs")
            )
            asked.setdefault(kind, set()).add(opened)
            assert opened or after.action is None
    never = {"reserve to centre", "turn reserve", "ask turn"}
    assert {kind for kind, opened in asked.items() if opened == {False}} == never
    assert {kind for kind, opened in asked.items() if opened == {True}} == asked.keys() - never
    assert asked.keys() >= {"move", "turn stock", "discard", "turn reserve first", *never}


def test_a_call_takes_the_move_back_or_lets_it_stand():
    """In whole matches: right, and all is as before but for what was seen; wrong, and all is as after."""
    right = wrong = 0
    for seed in range(30):
        before = None
        for game, move in walk(Chicane, 2, f"call {seed}"):
            if move == "taccs":
                codes, after, stands = before.irregularities(game.action), game.copy(), game.copy()
                after.play("taccs")
                stands.play("ok")
                if codes:
                    right += 1
                    assert (after.codes, after.mover) == (codes, game.turn) or after.ending
                    assert piles(after) == piles(before, put_back=True)
                else:
                    wrong += 1
                    stands.false_calls[game.turn] += 1
                    assert after.locked == (after.mover == before.mover)
                    stands.locked = after.locked
                    assert after == stands
            before = game.copy()
    assert (right > 30, wrong > 60) == (True, True)


def piles(game, put_back=False):
    """All cards where they lie; those that are face down together, as a card that was seen stays so."""
    stock = [shut + seen for shut, seen in zip(game.stock, game.stock_seen, strict=True)]
    if put_back and game.turned:
        stock[game.mover] = stock[game.mover] + game.turned
    reserve = [shut + seen for shut, seen in zip(game.reserve, game.reserve_seen, strict=True)]
    turned = [] if put_back else game.turned
    return reserve, game.reserve_open, stock, game.waste, turned, game.layout, game.centre


def test_after_a_wrong_call_no_window_opens_in_that_turn():
    game = table("KS KH QC JD 10S 9D 8C 4H", reserve=("QD", "KD"))
    played(game, "move T5 T4", "taccs", "move T6 T4")
    assert (game.false_calls, game.locked, game.turn, game.action) == ([0, 1], True, 0, None)
    played(game, "move R T0", "turn stock", "discard")
    assert (game.turn, game.locked) == (1, False)


def test_after_too_many_wrong_calls_no_window_ever_opens():
    for limit, asked in ((1, 0), (2, 1)):
        game = table("KS KH QC JD 10S 9D 8C 4H", false_calls=[0, 1], rules={"false_limit": limit})
        played(game, "move T5 T4")
        assert game.turn == asked


def test_a_discard_has_its_own_window_before_the_turn_passes():
    game = table("KS KH QC JD 10S 9D 8C 4H", turned="8D", centre="7D")
    played(game, "discard")
    assert (game.turn, game.mover, game.turn_no) == (1, 0, 3)
    played(game, "taccs")
    assert (game.waste[0], game.stock_seen[0], game.turn, game.turn_no) == ([], ["8D"], 1, 4)


def test_with_an_empty_stock_the_waste_is_turned_over():
    game = table("KS KH QC JD 10S 9D 8C 4H", stock=("", "2D"), waste=("3H 6C 9S", ""), reserve=("2H", "KD"))
    played(game, "turn stock")
    assert (game.turned, game.stock_seen[0], game.waste[0], game.recycled) == (["3H"], ["9S", "6C"], [], True)
    played(game, "ok", "discard", "ok")
    assert (game.waste[0], game.turn) == (["3H"], 1)


@pytest.mark.parametrize(
    ("stock", "waste", "then"),
    [("", "3H 6C 9S", (["3H", "6C", "9S"], [])), ("2S 3H", "6C 9S", (["6C", "9S"], ["3H"]))],
)
def test_a_call_also_puts_the_waste_back(stock, waste, then):
    game = table("AS KH QC JD 10S 9D 8C 4H", stock=(stock, "2D"), waste=(waste, ""), reserve=("2H", "KD"))
    played(game, "turn stock", "taccs")
    assert (game.waste[0], game.stock_seen[0], game.codes, game.turned) == (*then, ["V1"], [])


def test_what_a_called_move_undid_is_no_progress():
    game = table("AS KH QC JD 10S 9D 8C 4H", reserve=("QC", "KD"))
    played(game, "move R T1", "taccs")
    assert game.idle == 1
    game = table("AS AH QC JD 10S 9D 8C 4H", reserve=("QC", "KD"))
    played(game, "move T0 F", "ok", "move T3 T2", "taccs")
    assert game.idle == 0


def test_as_a_rule_what_is_irregular_cannot_be_done_and_nobody_is_asked():
    game = table("6S KH QC JD 10S 9D 5C 4H", centre="5S", rules={"taccs": "strict"}, reserve=("QC", "KD"))
    assert game.legal() == ["move T0 F"]
    played(game, "move T0 F", "move R T0")
    assert (game.turn, game.action) == (0, None)


def test_a_match_without_errors_goes_the_same_way_when_duties_cannot_be_broken():
    for seed in ("a", "b", "c"):
        game, strict = Chicane.start(2), Chicane.start(2, taccs="strict")
        rng = Random(seed)
        while game.turn is not None:
            if game.turn == CHANCE:
                move = dealt(game, seed)
            elif game.action:
                move = "ok"
            else:
                move = rng.choice([move for move in game.legal() if not game.irregularities(move)])
            game.play(move)
            if move != "ok":
                strict.play(move)
        assert strict.to_json() | {"rules": 0} == game.to_json() | {"rules": 0}
        assert game.ending in ("win", "cap", "stagnation")


@pytest.mark.parametrize(
    "rules", [{}, {"moves_while_turned": True, "strict_discard": True, "load_gate": "all_aces"}]
)
def test_there_is_always_a_move_without_irregularity_and_a_failed_seat_plays_it(rules):
    for seed in range(6):
        game, rng = Chicane.start(2, **rules), Random(seed)
        while game.turn is not None:
            if game.turn == CHANCE:
                game.play(dealt(game, str(seed)))
                continue
            move = game.fallback()
            assert move in game.legal()
            assert game.action or game.irregularities(move) == []
            game.play(rng.choice(game.legal()))


def test_a_failed_seat_builds_the_centre_with_the_reserve_first():
    game = table("6S AH QC JD 10S 9D 5C 4H", reserve=("6S", "KD"), centre="5S")
    assert game.fallback() == "move R F"
    assert played(game, "move T1 F").fallback() == "ok"
    assert table("KS 4D QC JD 10S 9D 5C 4H").fallback() == "move R T1"
    assert table("KS 4S QC JD 10S 9D 5C 4C").fallback() == "turn stock"
    assert table(reserve=("3C?", "KD")).fallback() == "turn reserve"
    assert table(turned="8C").fallback() == "discard"


# ---- the rule book


def test_the_example_of_the_rule_book_is_played_so():
    book = (Path(__file__).parents[2] / "seeds" / "chicane.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([01]) \| `([^`]+)` \|", book, re.MULTILINE)
    record = random_match(Chicane, 2, "540")
    played = [(str(seat), move) for seat, move in replayed(record, table_of(record)) if seat != CHANCE]
    assert len(rows) == 17
    assert rows == played[:17]
