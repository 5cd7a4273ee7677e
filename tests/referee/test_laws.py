"""What holds for every game at every table size; a game is tested by being in the registry."""

import json
import re
from collections import Counter
from random import Random

import pytest

from referee.errors import PositionError, RecordError
from referee.fairness import dealt
from referee.game import CHANCE, HIDDEN
from referee.games import GAMES
from referee.match import play_match
from referee.playthrough import random_match, random_player
from referee.record import Record, verify
from referee.replay import changed, replay
from tests.referee.magpie import Magpie
from tests.referee.walks import (
    PICKERS,
    agrees,
    always_last,
    another_to_the_same_eyes,
    at_random,
    everybody,
    hidden_from,
    walk,
    widening,
    words,
)

TABLES = [(game, seats) for game in [*GAMES.values(), Magpie] for seats in game.tables]


def doubled(record):
    """Somewhere the dealer gives a card in the place of another."""
    at, words = next((at, move.split(" ")) for at, move in enumerate(record["moves"]) if move.count(" ") > 10)
    other = next(word for word in words[2:] if word != words[1])
    record["moves"][at] = " ".join([words[0], other, *words[2:]])


SPOILT = {
    "a future format": lambda record: record.update(format=99),
    "an unknown game": lambda record: record.update(game="chess"),
    "truncated": lambda record: record["moves"].pop(),
    "a move too many": lambda record: record["moves"].append(record["moves"][-1]),
    "no text for a move": lambda record: record["moves"].insert(3, 7),
    "no such table": lambda record: record.update(seats=99),
    "a strange rule": lambda record: record["rules"].update(joker=1),
    "other points": lambda record: record["points"].reverse() or record["points"].append(0),
    "a card twice": doubled,
}
STEP = 7
"""The dear laws look at every seventh position."""

pytestmark = [
    pytest.mark.parametrize(
        ("game", "seats"), TABLES, ids=[f"{game.name}-{seats}" for game, seats in TABLES]
    ),
    pytest.mark.usefixtures("magpie"),
]


@pytest.fixture
def magpie(monkeypatch):
    """Puts the game of these tests into the registry."""
    monkeypatch.setitem(GAMES, Magpie.name, Magpie)


def sample(game, seats, matches=3):
    """Some positions of some matches, with the move that follows."""
    for seed in range(matches):
        for number, (table, move) in enumerate(walk(game, seats, f"law {seed}")):
            if number % STEP == seed % STEP or move is None or table.turn == CHANCE:
                yield table, move


def end_within_longest(game, seats, pick, matches, most_moves):
    """So many matches, fewer once that many moves were made; gives how many ended in time with all cards."""
    moves = 0
    for seed in range(matches):
        promised = []
        for number, (table, _) in enumerate(walk(game, seats, str(seed), pick)):
            promised.append(table.longest)
            if number % STEP == seed % STEP:
                assert Counter(table.cards()) in (Counter(), Counter(table.pack()))
        assert all(longest >= left for left, longest in enumerate(reversed(promised)))
        moves += len(promised)
        if moves > most_moves:
            return seed + 1
    return matches


@pytest.mark.parametrize("pick", PICKERS)
def test_every_match_ends_within_longest(game, seats, pick, record_property):
    """Fifty matches; about 20 of Chicane that never finish, which last 20,000 moves each, 0.4 s in all."""
    record_property("matches", end_within_longest(game, seats, pick, 50, 450_000))


@pytest.mark.long
@pytest.mark.parametrize("pick", PICKERS)
def test_two_thousand_matches_end_within_longest(game, seats, pick, record_property):
    """As above, four minutes for the longest ones: about 550 matches of Chicane that never finish."""
    record_property("matches", end_within_longest(game, seats, pick, 2000, 12_000_000))


def lists_within_widest(game, seats, pick, matches):
    """So many matches, in which no list of moves is longer than was said; gives the longest."""
    longest = 0
    for seed in range(matches):
        for table, move in walk(game, seats, f"widest {seed}", pick):
            if move is not None and table.turn != CHANCE:
                longest = max(longest, len(table.legal()))
                assert 0 < longest <= table.widest == game.start(seats).widest
    return longest


@pytest.mark.parametrize("pick", [at_random, always_last, widening])
def test_no_list_of_moves_is_longer_than_widest(game, seats, pick, record_property):
    record_property("matches", 2)
    assert lists_within_widest(game, seats, pick, 2) > 1


@pytest.mark.long
@pytest.mark.parametrize("pick", [at_random, widening])
def test_in_two_hundred_matches_no_list_is_longer_than_widest(game, seats, pick, record_property):
    record_property("matches", 200)
    assert lists_within_widest(game, seats, pick, 200) > 1


def test_the_same_seed_gives_the_same_match(game, seats):
    again = [random_match(game, seats, "seed").digest() for _ in range(2)]
    assert again[0] == again[1]
    assert random_match(game, seats, "another").digest() != again[0]


def test_a_deal_is_the_same_however_it_is_played(game, seats):
    """A stream for each act: what was drawn before, in this match or not at all, changes nothing."""
    one, other = (list(acts(game, seats, "deal", pick)) for pick in (at_random, always_last))
    for table, move in one + other:
        assert dealt(game.from_json(table.to_json()), "deal") == move
    drawn = {table.act.name: (sorted(table.act.cards), move) for table, move in one}
    again = {table.act.name: (sorted(table.act.cards), move) for table, move in other}
    assert len({move for _, move in drawn.values()}) > 1 or len(drawn) == 1
    for name in drawn.keys() & again.keys():
        assert drawn[name][0] != again[name][0] or drawn[name] == again[name]


def acts(game, seats, seed, pick):
    """The dealer's moves in a match, each with the position before."""
    return ((table.copy(), move) for table, move in walk(game, seats, seed, pick) if table.turn == CHANCE)


def test_a_match_replays_from_its_record(game, seats):
    record = random_match(game, seats, "record")
    read = Record.loads(record.dumps())
    assert read == record
    assert read.digest() == record.digest()
    verify(read)


def test_a_match_of_failures_ends_and_replays(game, seats):
    record = play_match(game, [lambda *_: "nonsense"] * seats, "failures")
    assert {fault.code for fault in record.faults} <= {"illegal"}
    verify(record)


def test_the_changes_of_a_replay_rebuild_every_position(game, seats):
    record = random_match(game, seats, "replay")
    shown = json.loads(json.dumps(replay(record)))
    table, position, figures = game.start(seats), shown["start"], shown["figures"]
    assert (position, figures) == (table.to_json(), table.figures())
    for frame, move in zip(shown["frames"], record.moves, strict=True):
        assert (frame["seat"], frame["move"]) == (table.turn, move)
        table.play(move)
        changed(position, frame["changes"])
        changed(figures, frame["figures"])
        assert (position, figures) == (table.to_json(), table.figures())
        assert frame["points"] == list(table.points())


def test_a_position_comes_back_from_its_json(game, seats):
    for table, _ in sample(game, seats):
        data = json.loads(json.dumps(table.to_json()))
        assert game.from_json(data) == table
        assert data == table.to_json()


def test_a_view_that_hides_cards_is_no_position(game, seats):
    """It is refused with the first of their places; a guess is a position, and can be played on."""
    refused = 0
    for table, _ in sample(game, seats, 1):
        for seat in everybody(table):
            view = json.loads(json.dumps(table.view(seat)))
            if HIDDEN not in words(view):
                assert game.from_json(view).view(seat) == view
                continue
            refused += 1
            with pytest.raises(PositionError, match="is hidden") as error:
                game.from_json(view)
            assert at(view, error.value.place) == HIDDEN
    assert refused


def at(view, place):
    """What a view has at the place that an error names."""
    for key in re.findall(r"[^][.]+", place):
        view = view[int(key)] if isinstance(view, list) else view[key]
    return view


def test_a_position_with_a_card_twice_is_refused(game, seats):
    refused = 0
    for table, _ in sample(game, seats, 1):
        data = json.loads(json.dumps(table.to_json()))
        places = hidden_from(data, game, None)
        cards = {holder[key] for holder, key in places}
        if len(cards) > 1:
            holder, key = places[0]
            holder[key] = min(cards - {holder[key]})
            refused += 1
            with pytest.raises(PositionError, match=r"^\S+: "):
                game.from_json(data)
    assert refused


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_record_is_refused_with_its_place(game, seats, how):
    record = random_match(game, seats, "spoilt").to_json()
    SPOILT[how](record)
    with pytest.raises(RecordError, match=r"^(format|game|moves\S*|seats|rules\S*|points): .") as refused:
        verify(Record.from_json(json.loads(json.dumps(record))))
    assert len(str(refused.value)) < 200


def test_a_copy_is_equal_and_shares_nothing(game, seats):
    for table, move in sample(game, seats, 1):
        twin, before = table.copy(), table.to_json()
        assert twin == table
        assert type(twin) is game
        if move is not None:
            twin.play(move)
            assert twin.to_json() != before
        assert table.to_json() == before


def test_a_view_equals_its_json_and_shares_nothing(game, seats):
    for table, _ in sample(game, seats, 1):
        before = table.to_json()
        for seat in everybody(table):
            view = table.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert (view["game"], view["rules"], view["seat"]) == (game.name, table.rules(), seat)
            _spoil(view)
        assert table.to_json() == before


def _spoil(value):
    """Empty every list and dict of a value."""
    for each in list(value.values()) if isinstance(value, dict) else value:
        if isinstance(each, list | dict):
            _spoil(each)
    value.clear()


def test_legal_moves_are_legal_and_no_two_are_the_same(game, seats):
    for table, _ in sample(game, seats):
        if table.turn not in (None, CHANCE):
            legal = table.legal()
            assert legal
            assert len(set(legal)) == len(legal)
            for move in legal:
                table.copy().apply(move)
            assert table.fallback() in legal


def test_what_a_seat_cannot_tell_apart_looks_the_same_to_it(game, seats):
    rng, compared = Random(1), 0
    for table, move in sample(game, seats):
        for seat in everybody(table):
            other = another_to_the_same_eyes(table, seat, rng)
            compared += other != table
            assert other.view(seat) == table.view(seat)
            if seat is None:
                assert (other.figures(), other.points()) == (table.figures(), table.points())
            if table.turn == seat is not None:
                assert other.legal() == table.legal()
                assert other.fallback() == table.fallback()
            if move is not None and (table.turn != CHANCE or move in _possible(other)):
                assert other.told(move, seat) == table.told(move, seat)
    assert compared > 20


def _possible(table):
    """The moves of the dealer, where they are few: a pick; any order of a whole pack is possible."""
    act = table.act
    return [f"{act.verb} {card}" for card in act.cards] if act.take == 1 else ()


def test_no_card_is_made_or_lost(game, seats):
    for table, _ in sample(game, seats):
        cards = Counter(table.cards())
        assert not cards or cards == Counter(table.pack())


def test_a_guess_agrees_with_the_view_and_conserves_the_cards(game, seats):
    for table, _ in sample(game, seats):
        for seat in everybody(table):
            view = table.view(seat)
            guess = game.guess(json.loads(json.dumps(view)), Random(3))
            assert agrees(guess.to_json(), view)
            assert guess.view(seat) == view
            assert Counter(guess.cards()) == Counter(table.cards())
            if table.turn == seat is not None:
                assert guess.legal() == table.legal()


def test_guesses_go_on_whatever_becomes_of_the_view_and_of_each_other(game, seats):
    for table, _ in sample(game, seats, 1):
        view = table.view(0)
        read = dict(view)
        guesses = game.guesses(read, Random(6))
        first = next(guesses)
        read.clear()
        assert first == game.guess(view, Random(6))
        if first.turn is not None:
            first.apply(first.deal(Random(7)) if first.turn == CHANCE else first.legal()[0])
        assert [next(guesses).view(0) for _ in range(2)] == [view, view]


def test_a_guess_can_be_played_to_the_end(game, seats):
    players = [random_player(str(seat)) for seat in range(seats)]
    for table, _ in sample(game, seats, 1):
        guess = game.guess(table.view(0), Random(4))
        rng = Random(5)
        while guess.turn is not None:
            guess.play(
                guess.deal(rng)
                if guess.turn == CHANCE
                else players[guess.turn](guess.turn, {}, guess.legal(), [])
            )


def test_nobody_is_told_a_card_hidden_from_them(game, seats):
    for seed in range(3):
        for table, move in walk(game, seats, f"told {seed}"):
            if move is None:
                continue
            after = table.copy()
            after.play(move)
            for seat in everybody(table):
                heard = words(table.told(move, seat)) & set(table.pack())
                assert heard <= words(table.view(seat)) | words(after.view(seat))


def test_nobody_sees_more_than_the_types_allow(game, seats):
    for table, _ in sample(game, seats, 1):
        data = table.to_json()
        for seat in everybody(table):
            assert agrees(data, table.view(seat))


@pytest.mark.long
def test_two_thousand_records_are_true(game, seats, record_property):
    record_property("matches", 2000)
    for seed in range(2000):
        verify(random_match(game, seats, f"long {seed}"))
