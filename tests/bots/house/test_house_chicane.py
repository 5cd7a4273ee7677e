"""The house's Chicane player knows the duties as the referee does."""

from referee.game import CHANCE
from referee.games.chicane import Chicane
from tests.bots.house.loaded import sensible
from tests.referee.chicane_tables import table
from tests.referee.walks import walk


def test_it_knows_which_moves_break_a_duty_and_calls_those_that_did() -> None:
    bot, judged, called = sensible("chicane"), 0, set()
    for seed in range(12):
        before = Chicane.start(2)
        for game, move in walk(Chicane, 2, f"duties {seed}"):
            if move is None or game.turn in (None, CHANCE):
                continue
            view, legal = game.view(game.turn), list(game.legal())
            if game.action is None:
                board = bot.Board(view)
                assert [board.breaks_a_duty(each) for each in legal] == [
                    bool(game.irregularities(each)) for each in legal
                ]
                judged += 1
            else:
                answer = "taccs" if before.irregularities(game.action) else "ok"
                assert bot.choose(view, legal) == answer
                called.add((answer, game.action.split(" ")[-1]))
            before = game.copy()
    assert judged > 1000
    assert {("taccs", "stock"), ("taccs", "discard"), ("taccs", "reserve")} <= called
    assert {("ok", "stock"), ("ok", "discard"), ("ok", "reserve"), ("ok", "F")} <= called


def test_it_calls_a_centre_move_from_the_layout_that_came_before_the_reserve() -> None:
    for reserve, answer in (("6S", "taccs"), ("7S", "ok")):
        game = table("6S AH QC JD 10S 9D 5C 4H", reserve=(reserve, "KD"), centre="5S")
        game.play("move T1 F")
        assert sensible("chicane").choose(game.view(1), list(game.legal())) == answer
