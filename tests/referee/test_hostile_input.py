"""Whatever is given for a record or a view: it is read, or refused by name and place."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.__main__ import main
from referee.errors import PositionError, RecordError, RefereeError
from referee.games.pis_yedili import PisYedili
from referee.match import play_match
from referee.playthrough import random_match, random_player
from referee.record import Record, verify
from tests.referee.mutations import mutated, nested, thorough

RECORD = random_match(PisYedili, 3, "hostile", {"deals": 1}).to_json()
FAILED = play_match(PisYedili, [lambda *_: "", random_player("1")], "hostile", rules={"deals": 1}).to_json()


@thorough
@given(mutated([RECORD, FAILED]))
def test_a_changed_record_is_refused_or_says_the_same(data):
    """What is believed has another seed, clocks, words of a fault or rules that the match never met."""
    record, refused = None, ""
    try:
        record = Record.loads(json.dumps(data))
        verify(record)
    except RecordError as error:
        refused = str(error)
    assert len(refused.encode()) < 400
    if refused:
        return
    truth = next(each for each in (RECORD, FAILED) if each["seats"] == record.seats)
    for name in ("game", "moves", "points", "ranks"):
        assert getattr(record, name) == truth[name]
    assert record == Record.loads(record.dumps().encode())
    assert record.digest()


@thorough
@given(st.text(max_size=40) | st.binary(max_size=40))
def test_any_text_is_a_record_or_refused(text):
    with pytest.raises(RecordError):
        Record.loads(text)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rules": RECORD["rules"] | {"seats": 3}}, "rules.seats: Pis Yedili has no such rule"),
        ({"rules": RECORD["rules"] | {"cls": 3}}, "rules.cls: Pis Yedili has no such rule"),
        ({"rules": RECORD["rules"] | {"last_seven": 10**4299}}, "rules.last_seven: 1000"),
        ({"rules": RECORD["rules"] | {"deals": nested(900)}}, "rules.deals: [[[...]]] is not a whole number"),
        ({"clocks": {"cpu": nested(900)}}, "clocks.cpu[0]: [[[...]]] is not a number"),
        ({"clocks": {"cpu": [float("nan")]}}, "clocks.cpu[0]: nan is beyond what JSON can carry"),
        ({"moves": nested(900)}, "moves[0]: [[[...]]] is not a text"),
        ({"format": 10**4299}, "format: 1000"),
        ({"seed": "\ud800"}, "seed: '\\ud800' holds half a character"),
        ({"faults": [{"seat": -1, "move": 0, "code": "late", "reason": ""}]}, "faults[0]: seat -1 was not"),
        ({"faults": [{"seat": 7, "move": 0, "code": "late", "reason": ""}]}, "faults[0]: seat 7 was not"),
        ({"faults": [{"seat": 0, "move": -2, "code": "late", "reason": ""}]}, "faults[0]: seat 0 was not"),
    ],
)
def test_verify_refuses_in_one_sentence(fields, sentence, tmp_path, capsys):
    path = tmp_path / "record.json"
    path.write_text(json.dumps(RECORD | fields))
    assert main(["verify", str(path)]) == 1
    printed = capsys.readouterr().err
    assert printed.startswith(f"referee: {path}: {sentence}")
    assert printed.count("\n") == 1
    assert len(printed) < 200 + len(str(path))


def test_faults_are_in_the_order_in_which_they_happened():
    fails = [lambda *_: ""] * 2
    record = Record.from_json(play_match(PisYedili, fails, "two", rules={"deals": 1}).to_json())
    verify(record)
    data = record.to_json()
    data["faults"].reverse()
    with pytest.raises(RecordError, match="not in the order"):
        verify(Record.from_json(data))


@pytest.mark.parametrize("arguments", [["--seed", "\udcff"], ["--rule", "seats=3"], ["--rule", "\udcff=3"]])
def test_the_command_line_refuses_in_one_sentence(arguments, capsys):
    assert main(["play", "pis_yedili", *arguments]) == 1
    assert capsys.readouterr().err.startswith("referee: ")


@pytest.mark.parametrize(
    "view", [{"seats": 2}, {}, None, [], {"seats": 2, "seat": -1}, {"seats": 2, "seat": True}]
)
def test_a_view_of_nobody_is_refused(view):
    with pytest.raises(RefereeError):
        PisYedili.guess(view, Random(1))


def test_a_view_whose_hidden_hands_are_not_those_shown_is_refused():
    over = {"seats": 2, "seat": 0, "phase": "over", "turn": None, "hands": [[], ["?", "?"]]}
    assert PisYedili.guess(over | {"shown": [[], ["7C", "7D"]]}, Random(1)).hands[1] == ["7C", "7D"]
    with pytest.raises(PositionError, match="shown"):
        PisYedili.guess(over | {"shown": [[], ["7C"]]}, Random(1))
