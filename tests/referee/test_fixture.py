"""The document of a fixture: what it proves, and that every lie in it is found and named."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import fairness
from referee.__main__ import main
from referee.duplicate import Result, fixture_points, seating
from referee.errors import RecordError
from referee.fixture import Competitor, FixtureRecord, Match, Secret, verify_fixture
from referee.games import GAMES
from referee.match import Fault, play_match

SECRET, NUMBER = "ab" * 32, "1.2.3.1"


def player(name):
    """Plays the last legal move; `faulty` gives up at once."""

    def choose(seat, view, legal, news):
        if name == "faulty":
            raise Fault("crashed", "gave up")
        return legal[-1 if name == "last" else 0]

    return choose


def fixture(names=("last", "faulty", "first"), deals=2, game="pis_yedili", rules=None):
    """A fixture of a season that is closed, played by these."""
    secret, seats = fairness.division_secret(SECRET, 1), len(names)
    order = fairness.order_seed(secret, NUMBER)
    seeds = [fairness.deal_seed(secret, NUMBER, deal) for deal in range(deals)]
    matches = []
    for deal, rotation in [(deal, rotation) for deal in range(deals) for rotation in range(seats)]:
        chairs = seating(order, seats, deal, rotation)
        players = [player(names[place]) for place in chairs]
        record = play_match(GAMES[game], players, seeds[deal], rules={"deals": 1} if rules is None else rules)
        matches.append(Match(deal, rotation, chairs, record))
    points = points_of(matches)
    return FixtureRecord(
        number=NUMBER,
        game=game,
        rules=matches[0].record.rules,
        seats=seats,
        order_seed=order,
        deals=seeds,
        competitors=[
            Competitor(name, "d" * 64, mine, 1 + sum(other > mine for other in points))
            for name, mine in zip(names, points, strict=True)
        ],
        matches=matches,
        season=Secret(SECRET, fairness.commitment(SECRET), 1),
    )


def points_of(matches, without=()):
    """Fixture points, counted from the records."""
    return fixture_points(
        [
            Result(
                one.deal, seat, chair, one.record.points[seat], seat in {f.seat for f in one.record.faults}
            )
            for one in matches
            for seat, chair in enumerate(one.seating)
            if chair not in without
        ]
    )


PLAYED = fixture()


def changed(path, value):
    """The document with another value at a place."""
    data = json.loads(PLAYED.dumps())
    inside = data
    for step in path[:-1]:
        inside = inside[step]
    assert inside[path[-1]] != value
    inside[path[-1]] = value
    return data


def test_a_true_fixture_is_proved_whole_and_survives_being_written_down():
    again = FixtureRecord.from_json(json.loads(PLAYED.dumps()))
    verify_fixture(again)
    assert again == PLAYED
    assert len(again.matches) == 6


def test_before_the_close_it_is_proved_without_the_secret():
    verify_fixture(replace(PLAYED, season=None))


@pytest.mark.parametrize("game", GAMES)
def test_every_games_fixtures_are_proved(game):
    seats = GAMES[game].tables[0]
    verify_fixture(fixture(["first", *["last"] * (seats - 1)], 1, game, {}))


MOVES = PLAYED.matches[4].record.moves
DEAL = " ".join([MOVES[0].split(" ")[0], *reversed(MOVES[0].split(" ")[1:])])


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (["season", "secret"], "cd" * 32, "season.secret: is not the one that was committed to"),
        (["season", "division"], 2, "order_seed: does not follow"),
        (["number"], "1.2.3.2", "order_seed: does not follow"),
        (["order_seed"], "x", "order_seed: does not follow"),
        (["deals", 1], "x", "deals[1]: does not follow"),
        (["deals"], [], "deals: are missing"),
        (["matches", 4, "rotation"], 2, "matches: are not each deal"),
        (["matches"], [], "matches: are not each deal"),
        (["matches", 4, "seating"], [0, 0, 0], "matches[4].seating: does not follow"),
        (["matches", 4, "record", "seed"], "x", "matches[4].record.seed: is not that of the deal"),
        (["matches", 4, "record", "moves", 0], DEAL, "matches[4].moves[0]: is not what the seed deals"),
        (["matches", 4, "record", "moves", 1], "play XX", "matches[4].moves[1]"),
        (["matches", 4, "record", "points"], [1, 2, 3], "matches[4].points: are"),
        (["matches", 4, "record", "ranks"], [3, 3, 3], "matches[4].ranks: are"),
        (["matches", 4, "record", "rules", "deals"], 2, "matches[4].record: is of another game"),
        (["rules", "deals"], 2, "matches[0].record: is of another game"),
        (["competitors", 2, "fixture_points"], 99, "competitors[2].fixture_points: is"),
        (["competitors", 1, "rank"], 1, "competitors[1].rank: is 3 by the records, not 1"),
        (["competitors"], [], "competitors: are 0 at a table for 3"),
        (["seats"], 2**53, "competitors: are 3 at a table for"),
        (["format"], 2, "format: 2 is not 1"),
        (["surprise"], 1, "surprise: is not known here"),
    ],
)
def test_a_lie_is_found_and_named(path, value, place):
    data = changed(path, value) if path != ["surprise"] else {**PLAYED.to_json(), "surprise": 1}
    with pytest.raises(RecordError) as error:
        verify_fixture(FixtureRecord.from_json(data))
    assert str(error.value).startswith(place)


def test_who_does_not_count_has_no_points_and_the_others_are_ranked_among_themselves():
    points = points_of(PLAYED.matches, without=(2,))
    rows = [
        replace(one, fixture_points=mine, rank=1 + sum(other > mine for other in points))
        for one, mine in zip(PLAYED.competitors[:2], points, strict=True)
    ]
    gone = replace(PLAYED.competitors[2], fixture_points=None, rank=None)
    verify_fixture(replace(PLAYED, competitors=[*rows, gone]))
    with pytest.raises(RecordError, match="competitors"):
        verify_fixture(replace(PLAYED, competitors=[*PLAYED.competitors[:2], gone]))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(PLAYED.to_json())), JSON)
@settings(max_examples=100)
def test_whatever_stands_in_a_field_the_answer_is_a_proof_or_a_refusal(name, value):
    data = {**PLAYED.to_json(), name: value}
    try:
        verify_fixture(FixtureRecord.from_json(data))
    except RecordError:
        assert value != PLAYED.to_json()[name]


def test_the_command_proves_a_fixture_and_prints_its_ranking(capsys, tmp_path):
    path = tmp_path / "fixture.json"
    path.write_text(PLAYED.dumps(), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "deals   2, from the season's secret"
    assert lines[1].startswith("matches 6, ")
    assert lines[4].startswith("3       faulty  0.0")
    assert lines[5] == "true    fixture 1.2.3.1"
    path.write_text(json.dumps(changed(["competitors", 1, "rank"], 1)), encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().err == f"referee: {path}: competitors[1].rank: is 3 by the records, not 1\n"


def test_the_command_checks_a_commitment(capsys):
    published = fairness.commitment(SECRET)
    assert main(["commitment", SECRET, published]) == 0
    assert capsys.readouterr().out == f"true    {published}\n"
    assert main(["commitment", SECRET, "0" * 64]) == 1
    assert capsys.readouterr().err == f"referee: secret: its hash is {published}, not the one published\n"
