"""The match loop: who is asked, who hears what, and what becomes of a seat that fails."""

from random import Random

import pytest

from referee.errors import SetupError
from referee.fairness import dealt
from referee.game import CHANCE, HIDDEN
from referee.games.pis_yedili import PisYedili
from referee.match import Fault, play_match
from referee.playthrough import random_player
from referee.record import replayed, table_of, verify
from tests.referee.magpie import Magpie
from tests.referee.walks import always_first, always_last, at_random, walk


def players(count):
    return [random_player(str(seat)) for seat in range(count)]


def replay_of(record):
    table = table_of(record)
    return [(table.copy(), seat, move) for seat, move in replayed(record, table)]


def test_a_player_is_asked_with_its_view_and_what_is_legal():
    asked = []

    def ask(seat, view, legal, news):
        asked.append((seat, view, list(legal)))
        return legal[0]

    record = play_match(PisYedili, [ask] * 3, "1", rules={"deals": 1})
    choices = [
        (seat, table.view(seat), table.legal())
        for table, seat, _ in replay_of(record)
        if seat != CHANCE and len(table.legal()) > 1
    ]
    assert asked == choices


def test_a_forced_move_is_recorded_and_heard_but_not_asked():
    legal_seen = []

    def ask(seat, view, legal, news):
        legal_seen.append(len(legal))
        return legal[0]

    record = play_match(PisYedili, [ask] * 2, "1")
    forced = [seat for table, seat, _ in replay_of(record) if seat != CHANCE and len(table.legal()) == 1]
    assert min(legal_seen) == 2
    assert len(record.moves) == len(legal_seen) + len(forced) + 4
    assert forced


def test_the_news_of_all_asks_are_the_match_as_the_seat_heard_it():
    heard = {0: [], 1: [], 2: []}
    order = []

    def ask(seat, view, legal, news):
        heard[seat] += news
        order.append(seat)
        return legal[-1]

    record = play_match(PisYedili, [ask] * 3, "5", rules={"deals": 2})
    full = [
        {"seat": seat, "move": move if seat != CHANCE else " ".join(["deal"] + [HIDDEN] * 52)}
        for _, seat, move in replay_of(record)
    ]
    for seat in range(3):
        assert heard[seat] == full[: len(heard[seat])]
        assert len(heard[seat]) > len(full) / 2


def test_those_who_know_a_stolen_card_hear_of_it_and_others_do_not():
    heard = {}
    for seed in range(30):
        table = Magpie.start(3)
        table.play(dealt(table, str(seed)))
        victims_card = table.rows[1][0].card
        table.play("steal 1")
        for seat in (0, 1, 2, None):
            heard.setdefault(seat, set()).add(table.told(f"theft {victims_card}", seat).split()[1] == HIDDEN)
        assert table.told(f"theft {victims_card}", 0) == f"theft {victims_card}"
    assert heard == {0: {False}, 1: {False}, 2: {True}, None: {True}}


def test_heard_is_called_with_each_move():
    calls = []
    record = play_match(PisYedili, players(2), "1", heard=lambda seat, move: calls.append((seat, move)))
    assert [move for _, move in calls] == record.moves
    assert calls[0][0] == CHANCE


def test_a_fault_hands_the_seat_to_the_autopilot_for_good():
    asks = []

    def fails_at_third(seat, view, legal, news):
        asks.append(seat)
        if len(asks) == 3:
            raise Fault("late", "took 1.2 s, may take 1.0 s")
        return legal[0]

    record = play_match(PisYedili, [fails_at_third, *players(2)], "1")
    (fault,) = record.faults
    assert (fault.seat, fault.code, fault.reason) == (0, "late", "took 1.2 s, may take 1.0 s")
    assert len(asks) == 3
    after = [(table, move) for table, seat, move in replay_of(record)[fault.move :] if seat == 0]
    assert len(after) > 5
    assert all(move == table.fallback() for table, move in after)
    verify(record)


@pytest.mark.parametrize("answer", ["play 1X", "", None, 5, ["draw"], "draw ", "x" * 10_000])
def test_an_answer_that_is_not_legal_is_a_fault(answer):
    record = play_match(PisYedili, [lambda *_: answer, *players(1)], "1")
    (fault,) = record.faults
    assert (fault.seat, fault.code) == (0, "illegal")
    assert len(fault.reason) < 120


def test_a_player_cannot_change_what_is_legal():
    def cheats(seat, view, legal, news):
        legal.append("win")
        return "win"

    record = play_match(PisYedili, [cheats, *players(1)], "1")
    assert record.faults[0].code == "illegal"


def test_any_other_exception_is_ours_and_propagates():
    def breaks(*_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play_match(PisYedili, [breaks, *players(1)], "1")


@pytest.mark.parametrize("count", [0, 1, 8])
def test_a_table_size_that_the_game_does_not_have_is_refused(count):
    with pytest.raises(SetupError, match="2 to 7"):
        play_match(PisYedili, players(count), "1")


@pytest.mark.parametrize("seed", ["\ud800", 5, None])
def test_a_seed_that_cannot_be_written_down_is_refused(seed):
    with pytest.raises(SetupError, match="seed: "):
        play_match(PisYedili, players(2), seed)


def test_every_act_has_a_stream_of_its_own():
    """Whatever is played in the first hand, the second deal is the same."""
    second, lengths = set(), set()
    for pick in (at_random, always_first, always_last):
        for number, (table, move) in enumerate(walk(PisYedili, 3, "same", pick)):
            if table.turn == CHANCE and table.hand_no == 1:
                second.add(move)
                lengths.add(number)
    assert len(lengths) == 3
    assert len(second) == 1
    assert dealt(PisYedili.start(3), "same") not in second


def test_one_more_theft_does_not_change_the_other_chances():
    seen = {}
    for thefts in range(3):
        table = Magpie.start(2)
        table.play(dealt(table, "d"))
        for _ in range(thefts):
            table.play("steal 1" if table.turn == 0 else "steal 0")
            seen.setdefault(table.act.name, set()).add(table.deal(Random("fixed/" + table.act.name)))
            table.play(dealt(table, "d"))
    assert seen.keys() == {"theft 1", "theft 2"}
    assert all(len(moves) == 1 for moves in seen.values())
