"""Records: what is written, what is believed, and what is refused by name and place."""

import json
from dataclasses import replace

import pytest

from referee.errors import RecordError, RecordFalse, RecordShapeError
from referee.games import GAMES
from referee.games.pis_yedili import PisYedili
from referee.match import play_match
from referee.playthrough import random_match, random_player
from referee.record import Record, RecordedFault, replayed, table_of, verify
from referee.replay import replay


@pytest.fixture(scope="module")
def record():
    return random_match(PisYedili, 3, "record", {"deals": 1})


def test_a_record_says_all_that_is_needed(record):
    data = json.loads(record.dumps())
    assert {key: data[key] for key in ("format", "game", "seats", "seed")} == {
        "format": 1,
        "game": "pis_yedili",
        "seats": 3,
        "seed": "record",
    }
    assert data["rules"] == PisYedili.start(3, deals=1).rules()
    assert data["moves"][0].startswith("deal ")
    assert "\n" not in record.dumps()


@pytest.mark.parametrize("beside", [{"clocks": {"cpu": [0.1, 0.2, 0.3]}}, {"tags": {"2": "bluff"}}], ids=str)
def test_clocks_and_tags_are_kept_but_outside_the_digest(record, beside):
    more = replace(record, **beside)
    assert more.digest() == record.digest()
    assert Record.loads(more.dumps()) == more
    verify(more)


@pytest.mark.parametrize(
    "fields",
    [
        {"seed": "x"},
        {"moves": []},
        {"points": []},
        {"ranks": []},
        {"seats": 4},
        {"rules": {}},
        {"table_digest": ""},
        {"faults": [RecordedFault(0, 1, "late", "")]},
    ],
)
def test_the_digest_tells_every_other_field(record, fields):
    assert replace(record, **fields).digest() != record.digest()


def changed(record, **fields):
    return json.dumps(record.to_json() | fields)


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"format": 2}, "format"),
        ({"format": "1"}, "format"),
        ({"format": True}, "format"),
        ({"game": 1}, "game"),
        ({"seats": "3"}, "seats"),
        ({"seed": 5}, "seed"),
        ({"moves": "deal"}, "moves"),
        ({"moves": ["deal", 7]}, "moves[1]"),
        ({"points": [1.5, 0, 0]}, "points[0]"),
        ({"ranks": None}, "ranks"),
        ({"rules": []}, "rules"),
        ({"faults": [{"seat": 0, "move": 3, "code": "x"}]}, "faults[0].reason"),
        ({"faults": [{"seat": 0, "move": 3, "code": "x", "reason": "y", "blame": 1}]}, "faults[0].blame"),
        ({"clocks": 5}, "clocks"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_wrong_types_are_refused_with_their_place(record, fields, place):
    with pytest.raises(RecordShapeError) as refused:
        Record.loads(changed(record, **fields))
    assert refused.value.place == place


def test_a_missing_field_is_refused(record):
    data = record.to_json()
    del data["moves"]
    with pytest.raises(RecordShapeError, match="moves: is missing"):
        Record.from_json(data)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "[" * 100_000, b"\xff\xfe\xfa", "9" * 5000])
def test_what_is_no_record_is_refused(text):
    with pytest.raises(RecordShapeError):
        Record.loads(text)


def test_a_text_cut_off_anywhere_is_refused(record):
    text = record.dumps()
    for end in range(0, len(text), 97):
        with pytest.raises(RecordShapeError):
            Record.loads(text[:end])


def with_move(record, number, move):
    moves = list(record.moves)
    moves[number] = move
    return replace(record, moves=moves)


def first_deal(record, change):
    words = record.moves[0].split()
    change(words)
    return with_move(record, 0, " ".join(words))


def failed(record, seat, move):
    return replace(record, faults=[RecordedFault(seat, move, "late", "")])


FALSE = {
    "an unknown game": (lambda r: replace(r, game="hearts"), "game"),
    "another format": (lambda r: replace(r, format=0), "format"),
    "too many seats": (lambda r: replace(r, seats=8), "seats"),
    "an unknown rule": (lambda r: replace(r, rules=r.rules | {"jokers": 2}), "rules.jokers"),
    "a rule of a wrong type": (lambda r: replace(r, rules=r.rules | {"deals": "1"}), "rules.deals"),
    "an impossible rule": (lambda r: replace(r, rules=r.rules | {"deals": -1}), "rules.deals"),
    "a missing rule": (lambda r: replace(r, rules={"deals": 1}), "rules"),
    "another card table": (lambda r: replace(r, table_digest="0"), "table_digest"),
    "a card twice": (lambda r: first_deal(r, lambda words: words.__setitem__(1, words[2])), "moves[0]"),
    "a card that is none": (lambda r: first_deal(r, lambda words: words.__setitem__(1, "1Z")), "moves[0]"),
    "a card too few": (lambda r: first_deal(r, lambda words: words.pop()), "moves[0]"),
    "no deal": (lambda r: replace(r, moves=r.moves[1:]), "moves[0]"),
    "an illegal move": (lambda r: with_move(r, 5, "play 1Z"), "moves[5]"),
    "an empty move": (lambda r: with_move(r, 3, ""), "moves[3]"),
    "a move left out": (lambda r: replace(r, moves=r.moves[:-1]), "moves"),
    "no moves": (lambda r: replace(r, moves=[]), "moves"),
    "a move too many": (lambda r: replace(r, moves=[*r.moves, "draw"]), None),
    "other points": (lambda r: replace(r, points=[0, 0, 0]), "points"),
    "other ranks": (lambda r: replace(r, ranks=[1, 1, 1]), "ranks"),
    "points for too few": (lambda r: replace(r, points=r.points[:2]), "points"),
    "a fault of nobody": (lambda r: failed(r, 9, 1), "faults[0]"),
    "a fault in another's move": (lambda r: failed(r, 1, 1), "faults[0]"),
    "a fault after the end": (lambda r: failed(r, 0, 9999), "faults[0]"),
    "a fault before the start": (lambda r: failed(r, 0, -1), "faults[0]"),
    "a fault twice": (lambda r: replace(r, faults=failed(r, 0, 1).faults * 2), "faults"),
}


@pytest.mark.parametrize("lie", FALSE)
def test_a_record_that_lies_is_refused_with_its_place(record, lie):
    change, place = FALSE[lie]
    with pytest.raises(RecordError) as refused:
        verify(change(record))
    assert refused.value.place == (place or f"moves[{len(record.moves)}]")


def test_the_autopilot_cannot_be_impersonated():
    """Seat 0 is said to have failed at its first choice, but what follows is not what the autopilot does."""
    record, choices = random_match(PisYedili, 2, "pilot"), []
    table = table_of(record)
    for number, (seat, _) in enumerate(replayed(record, table)):
        if seat == 0 and len(table.legal()) > 1:
            choices.append(number)
    with pytest.raises(RecordFalse, match="seat 0 had failed"):
        verify(failed(record, 0, choices[0]))


def test_a_true_record_with_a_fault_is_believed():
    record = play_match(PisYedili, [lambda *_: "nothing", random_player("1")], "fault")
    assert record.faults
    verify(Record.loads(record.dumps()))


def test_a_replay_of_a_false_record_is_refused(record):
    with pytest.raises(RecordFalse):
        replay(with_move(record, 4, "take"))


def test_the_registry_names_its_games():
    assert all(name == game.name for name, game in GAMES.items())
