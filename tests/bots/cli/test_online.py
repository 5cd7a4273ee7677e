"""Commands that ask a server: how each of them ends where there is none, or it says no."""

import json
from pathlib import Path

import pytest

from bots.client import credentials
from bots.client.credentials import Servers
from tests.answering import CUT, TOKEN, Answer, Site, answering, page, problem
from tests.bots.cli.conftest import Caravan

ASKING = [
    "submit SCRIPT --bot oryx --game donkey",
    "status",
    "status oryx",
    "matches",
    "matches oryx --lost",
    "logs 7 0",
    "logs 7 oryx",
    "watch 7",
    "watch tea",
    "standings tea",
    "standings tea/1",
    "challenge oryx erg",
]
MET = {"fixture": 9, "url": "https://a.example/fixtures/9/", "state": "waiting", "reason": "", "placings": []}


@pytest.fixture
def words(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """A command, with a script of this test."""
    (tmp_path / "bot.py").write_text("def choose(view, legal):\n    return legal[0]\n")
    return [str(tmp_path / "bot.py") if word == "SCRIPT" else word for word in request.param.split()]


asking = pytest.mark.parametrize("words", ASKING, indirect=True)


@asking
def test_a_server_that_is_away_ends_it_with_3(
    words: list[str], caravan: Caravan, waited: list[float]
) -> None:
    with answering() as gone:
        credentials.save(Servers(gone.address, {gone.address: TOKEN}))
    result = caravan(*words)
    assert result.exit_code == 3
    assert result.stderr.splitlines()[-1] == f"Error: {gone.address} cannot be reached: Connection refused."
    assert waited == [0.5, 1, 2, 4, 8, 16]


@asking
@pytest.mark.parametrize(("status", "code"), [(401, 2), (403, 2), (500, 3)])
def test_a_server_that_says_no_ends_it_with_its_words(
    words: list[str], known: Site, caravan: Caravan, status: int, code: int
) -> None:
    known.answer = lambda _: problem(status, "not like that")  # type: ignore[method-assign]
    result = caravan(*words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert "Error: Not like that." in result.stderr


@pytest.mark.parametrize(
    "words", ["submit SCRIPT --bot oryx --game donkey", "logs 7 0", "challenge a b"], indirect=True
)
def test_what_is_for_owners_asks_for_a_token_first(words: list[str], known: Site, caravan: Caravan) -> None:
    caravan("logout")
    result = caravan(*words)
    assert result.exit_code == 2
    assert f"{known.address} has to know who asks: caravan login {known.address}" in result.stderr
    assert known.asked == []


def test_what_everybody_may_see_needs_no_token(known: Site, caravan: Caravan) -> None:
    caravan("logout")
    known.tell("GET matches/", page())
    assert caravan("matches").stdout == "There are no such matches that are open.\n"
    assert "Authorization" not in known.asked[0].headers


def test_a_challenge_is_told_with_its_page(known: Site, caravan: Caravan) -> None:
    for name in ("oryx", "erg"):
        known.tell(f"GET bots/{name}/", Answer({"name": name}))
    known.tell("POST challenges/", Answer(MET, 201))
    result = caravan("challenge", "oryx", "erg", "--game", "donkey", "--league", "tea")
    assert (
        result.stdout == "Fixture 9: https://a.example/fixtures/9/\nIt is waiting: caravan watch fixtures/9\n"
    )
    sent = json.loads(known.requests("POST challenges/")[0].body)
    assert sent == {"bots": ["oryx", "erg"], "game": "donkey", "league": "tea"}
    placings = [
        {"rank": 2, "bot": "erg", "version": 1, "fixture_points": 1.5},
        {"rank": 1, "bot": "oryx", "version": 3, "fixture_points": 2.5},
    ]
    ended = {**MET, "state": "finished", "placings": placings}
    known.tell("GET challenges/9/", Answer(MET), Answer(ended))
    assert caravan("challenge", "oryx", "erg", "--wait").stdout.splitlines()[2:] == [
        "place   bot       fixture points",
        "    1   oryx v3              2.5",
        "    2   erg v1               1.5",
    ]
    known.tell("GET challenges/9/", Answer(ended))
    waiting = caravan("challenge", "oryx", "erg", "--wait").stderr
    assert waiting == "It is fixture 9; it goes on also if you press Ctrl-C.\n"
    void = {**MET, "state": "void", "reason": "an organiser said so"}
    known.tell("GET challenges/9/", Answer(void))
    assert caravan("challenge", "oryx", "erg", "--wait").stdout.endswith("It is void: an organiser said so\n")


def test_what_contradicts_itself_is_not_asked_for(known: Site, caravan: Caravan, tmp_path: Path) -> None:
    assert "No match is both --won and --lost." in caravan("matches", "oryx", "--won", "--lost").stderr
    script = tmp_path / "bot.py"
    script.write_text("def choose(view, legal): return legal[0]")
    words = ("--bot", "oryx", "--game", "donkey", "--wait", "--keep", "--join", "tea")
    assert "leave out --keep" in caravan("submit", script, *words).stderr
    assert known.asked == []


def test_a_challenge_is_not_begun_twice(known: Site, caravan: Caravan) -> None:
    for name in ("oryx", "erg"):
        known.tell(f"GET bots/{name}/", Answer({"name": name}))
    known.tell("POST challenges/", CUT)
    result = caravan("challenge", "oryx", "erg")
    assert result.exit_code == 3
    assert "It may have begun all the same: caravan matches oryx" in result.stderr
    assert len(known.requests("POST challenges/")) == 1


@asking
@pytest.mark.parametrize("said", [{}, {"results": 7, "next": None}, {"results": [{}], "next": None}])
def test_an_answer_that_lacks_something_is_no_caravans(
    words: list[str], known: Site, caravan: Caravan, said: object
) -> None:
    known.answer = lambda asked: Answer(lines=["{}\n"]) if "stream" in asked.path else Answer(said)  # type: ignore[method-assign]
    result = caravan(*words)
    assert result.exit_code == 3
    assert "not answer as a Caravan does" in result.stderr or "none of Caravan's" in result.stderr
