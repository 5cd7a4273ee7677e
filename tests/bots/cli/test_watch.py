"""`caravan watch`: every line once, also after the network was lost."""

import json
from collections.abc import Callable

import pytest

from bots.cli.told import Told
from tests.answering import CUT, Answer, Asked, Site, page, problem
from tests.bots.cli.conftest import Caravan

SCENE = {"game": "donkey", "deals": 2, "bots": ["oryx", "erg"], "seating": [[0, 1], [1, 0]]}
MOVES = [
    ("0.0.0", "scene", SCENE),
    ("1.0.1", "move", {"seat": -1, "words": "Hand 1 is dealt"}),
    ("1.0.2", "move", {"seat": 0, "words": "plays 7♦"}),
    ("1.0.3", "move", {"seat": 1, "words": "passes"}),
    ("1.1.1", "move", {"seat": 0, "words": "plays \x1b[2J\n"}),
    ("end", "done", {"open": True}),
]
WORDS = [
    "Donkey, 2 deals: oryx, erg",
    "Match 1: oryx, erg",
    "  Hand 1 is dealt",
    "  oryx plays 7♦",
    "  erg passes",
    "Match 2: erg, oryx",
    "  erg plays \\x1b[2J\\n",
    "It is over.",
]


def spelled(at: str, event: str, data: object) -> str:
    return json.dumps({"id": at, "event": event, "data": data}) + "\n"


def cutting(*sizes: int) -> Callable[[Asked], Answer]:
    """Goes on after the line that is named, and cuts each time after so many bytes; then not any more."""
    left = list(sizes)

    def answer(asked: Asked) -> Answer:
        ids = [at for at, _, _ in MOVES]
        first = ids.index(asked.query["after"]) + 1 if "after" in asked.query else 0
        text = "\n" + "".join(spelled(*each) for each in MOVES[first:])
        return Answer(lines=[text[: left.pop(0)]], cut=True) if left else Answer(lines=[text])

    return answer


@pytest.mark.parametrize("sizes", [(), (1,), (40, 200), (180, 1, 1, 100), (300, 90, 90)])
def test_a_fixture_is_told_move_by_move_wherever_it_is_cut(
    known: Site, caravan: Caravan, sizes: tuple[int, ...]
) -> None:
    known.tell("GET fixtures/7/stream/", cutting(*sizes))
    result = caravan("watch", "fixtures/7")
    assert (result.exit_code, result.stdout.splitlines()) == (0, WORDS)
    assert result.stderr.count("Trying again") == len(sizes)


def test_a_cut_after_the_last_line_is_none(known: Site, caravan: Caravan) -> None:
    known.tell("GET matches/7/stream/", Answer(lines=[spelled(*each) for each in MOVES], cut=True), CUT)
    result = caravan("watch", 7)
    assert (result.exit_code, result.stdout.splitlines(), result.stderr) == (0, WORDS, "")


def test_a_match_is_over_when_the_next_one_begins(known: Site, caravan: Caravan) -> None:
    lines = [*MOVES[:3], ("1.1.1", "over", {}), ("2.0.0", "restart", {"attempt": 2})]
    known.tell("GET matches/7/stream/", Answer(lines=[spelled(*each) for each in lines], cut=True), CUT)
    assert caravan("watch", 7).stdout.splitlines() == [*WORDS[:4], "The match is over."]


def test_a_season_is_followed_in_words_and_as_lines_for_programs(known: Site, caravan: Caravan) -> None:
    where = {"league": "tea", "season": 2}
    round = {**where, "division": 1, "round": 3}
    placings = [{"bot": "erg", "version": 1, "rank": 2}, {"bot": "oryx", "version": 4, "rank": 1}]
    events = [
        ("0.0.0", "season", {**where, "title": "Second flush", "page": "https://a.example/s"}),
        ("8.0.0", "fixture.finished", {**round, "placings": placings, "page": "https://a.example/f"}),
        ("9.0.0", "round.settled", round),
        ("10.0.0", "season.changed", {"state": "finals", "paused": True}),
        ("end", "done", {"state": "closed"}),
    ]
    known.tell("GET seasons/", page({"league": "tea", "number": 2}))
    known.tell("GET leagues/tea/seasons/2/stream/", Answer(lines=[spelled(*each) for each in events]))
    assert caravan("watch", "tea").stdout.splitlines() == [
        "tea, season 2: Second flush",
        "division 1, round 3: 1. oryx v4, 2. erg v1   https://a.example/f",
        "division 1, round 3: settled",
        "The season is finals and stands still.",
        "The season is closed.",
    ]
    lines = caravan("watch", "tea", "--json").stdout.splitlines()
    assert [tuple(json.loads(each).values()) for each in lines] == events


def test_what_begins_again_is_told_and_what_is_not_known_is_left_out() -> None:
    told = Told()
    lines = [
        *MOVES[:3],
        ("2.0.0", "restart", {"attempt": 2}),
        ("2.0.1", "move", MOVES[2][2]),
        ("x", "new", {}),
    ]
    said = [
        words for at, event, data in lines for words in told.say({"id": at, "event": event, "data": data})
    ]
    assert said[4:] == ["All of it begins again: attempt 2", "Match 1: oryx, erg", "  oryx plays 7♦"]
    assert list(told.say({"id": "x", "event": "over", "data": {}})) == ["The match is over."]


@pytest.mark.parametrize(
    ("game", "deals", "said"), [("pis_yedili", 1, "Pis Yedili, 1 deal: "), ("sixth", 2, "sixth, 2 deals: ")]
)
def test_a_game_is_called_by_its_title_where_it_is_known(game: str, deals: int, said: str) -> None:
    scene = {**SCENE, "game": game, "deals": deals}
    assert list(Told().say({"id": "0.0.0", "event": "scene", "data": scene})) == [f"{said}oryx, erg"]


def test_what_is_not_there_is_told(known: Site, caravan: Caravan) -> None:
    assert caravan("watch", "7").exit_code == 2
    known.tell("GET seasons/", page())
    known.tell("GET leagues/", page({"slug": "tea"}))
    result = caravan("watch", "tee")
    assert result.exit_code == 2
    assert result.stderr.endswith(f"Error: {known.address} has no league 'tee'. Did you mean 'tea'?\n")
    assert "'tea/x' is no season" in caravan("watch", "tea/x").stderr


def test_a_network_that_stays_away_is_explained(known: Site, caravan: Caravan, waited: list[float]) -> None:
    known.tell("GET matches/7/stream/", CUT)
    result = caravan("watch", "7")
    assert result.exit_code == 3
    assert len(waited) == 6
    assert f"Error: {known.address} cannot be reached" in result.stderr


def test_one_stream_too_many_is_waited_for_and_goes_on_where_it_was(
    known: Site, caravan: Caravan, waited: list[float]
) -> None:
    known.tell(
        "GET fixtures/7/stream/",
        problem(429, "20 streams are open.", Retry_After="10"),
        Answer(lines=[spelled(*each) for each in MOVES[:3]], cut=True),
        problem(429, "Request was throttled.", Retry_After="60"),
        cutting(),
    )
    result = caravan("watch", "fixtures/7")
    assert (result.exit_code, result.stdout.splitlines()) == (0, WORDS)
    assert [seconds for seconds in waited if seconds >= 10] == [10, 60]
    assert "20 streams are open" in result.stderr
    assert known.asked[-1].query["after"] == MOVES[2][0]


def test_who_never_finds_a_place_is_told_why(known: Site, caravan: Caravan, waited: list[float]) -> None:
    known.tell("GET matches/7/stream/", problem(429, "20 streams are open.", Retry_After="10"))
    result = caravan("watch", 7)
    assert (result.exit_code, waited) == (3, [10] * 6)
    assert result.stderr.splitlines()[-1] == "Error: 20 streams are open. Come back in 10 seconds."


def test_what_is_not_there_is_told_by_its_name(known: Site, caravan: Caravan) -> None:
    known.tell("GET matches/7/stream/", problem(404, "Not Found", remedy="Look for it."))
    result = caravan("watch", 7)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {known.address} has nothing to watch at matches/7.\n"
