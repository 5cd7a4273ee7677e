"""`caravan submit`: one version, however often the network is lost; exit code 1 for what is refused."""

import io
import json
import os
import zipfile
from pathlib import Path

import pytest

from bots.cli import packing
from bots.cli.packing import packed
from bots.errors import ForeignError
from bots.upload.inspection import inspect, inspect_path
from tests.answering import CUT, Answer, Asked, Site, page, problem
from tests.bots.cli.conftest import Caravan

GOOD = "def choose(view, legal):\n    return legal[0]\n"
BOT = {"name": "oryx", "owner": "ada", "active": []}


@pytest.fixture
def script(tmp_path: Path) -> Path:
    (tmp_path / "good.py").write_text(GOOD)
    return tmp_path / "good.py"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "Good Bot"
    (place / "tables").mkdir(parents=True)
    (place / "bot.py").write_text(GOOD)
    (place / "tables" / "values.json").write_text("{}")
    return place


def version(state: str, reason: str = "", number: int = 3) -> dict[str, object]:
    trials = [trial("donkey", "finished" if state in ("active", "refused") else "playing", reason)]
    return {"bot": "oryx", "number": number, "state": state, "trials": trials}


def trial(game: str, state: str, reason: str = "") -> dict[str, object]:
    faults = [{"match": 23, "seat": 1, "fault": "crashed", "reason": reason}] if reason else []
    passed = not faults if state == "finished" else None
    return {"game": game, "state": state, "passed": passed, "faults": faults}


@pytest.fixture
def taking(known: Site) -> Site:
    """A server that has the bot and takes a version of it, which passes its trial at the third look."""
    known.tell("GET bots/oryx/", Answer(BOT))
    known.tell("POST bots/oryx/versions/", Answer(version("checking"), 201))
    states = [Answer(version(state)) for state in ("checking", "trial", "active")]
    known.tell("GET bots/oryx/versions/3/", *states)
    known.tell("GET bots/oryx/versions/3/trials/", page(trial("donkey", "finished")))
    return known


def test_a_script_is_sent_with_its_game(taking: Site, caravan: Caravan, script: Path) -> None:
    result = caravan("submit", script, "--bot", "oryx", "--game", "donkey", "--note", "first")
    assert result.exit_code == 0
    assert result.stderr == f"oryx v3 is sent in: {taking.address}/bots/oryx/versions/3/\n"
    assert result.stdout == "Its trial begins: caravan status oryx\n"
    (sent,) = taking.requests("POST bots/oryx/versions/")
    told = {"note": b"first", "activate": b"true", "game": b"donkey", "file": GOOD.encode()}
    assert sent.fields == told


def test_a_bot_that_is_not_there_is_made_and_that_is_said(
    taking: Site, caravan: Caravan, script: Path
) -> None:
    taking.tell("GET bots/oryx/", problem(404, "No."))
    taking.tell("POST bots/", Answer(BOT, 201))
    result = caravan("submit", script, "--bot", "oryx", "--game", "donkey")
    assert result.exit_code == 0
    assert result.stderr.startswith("There is a new bot oryx.\n")
    assert json.loads(taking.requests("POST bots/")[0].body) == {"name": "oryx"}


def test_a_bot_whose_making_got_no_answer_is_used(taking: Site, caravan: Caravan, script: Path) -> None:
    taking.tell("GET bots/oryx/", problem(404, "No."), Answer(BOT))
    taking.tell("POST bots/", CUT)
    assert caravan("submit", script, "--bot", "oryx", "--game", "donkey").exit_code == 0
    assert len(taking.requests("POST bots/")) == 1
    taking.tell("GET bots/oryx/", problem(404, "No."))
    assert caravan("submit", script, "--bot", "oryx", "--game", "donkey").exit_code == 3


def test_a_name_that_is_taken_in_other_letters_is_told(taking: Site, caravan: Caravan, script: Path) -> None:
    taking.tell("GET bots/oryx/", problem(404, "No."))
    taking.tell("POST bots/", problem(409, "there is a bot named Oryx already"))
    result = caravan("submit", script, "--bot", "oryx", "--game", "donkey")
    assert (result.exit_code, result.stderr) == (2, "Error: There is a bot named Oryx already.\n")
    assert not taking.requests("POST bots/oryx/versions/")


def test_a_connection_that_breaks_after_it_was_sent_makes_one_version(
    taking: Site, caravan: Caravan, script: Path
) -> None:
    """The server has it, only its answer is lost: the same key gets the same version."""
    versions: dict[str, int] = {}

    def take(asked: Asked) -> Answer:
        number = versions.setdefault(asked.headers["Idempotency-Key"], 3 + len(versions))
        return Answer(version("checking", number=number), 201, cut=len(taking.requests(taken)) < 3)

    taken = "POST bots/oryx/versions/"
    taking.tell(taken, take)
    result = caravan("submit", script, "--bot", "oryx", "--game", "donkey")
    assert result.exit_code == 0
    assert result.stderr.count("cannot be reached") == 2
    assert result.stderr.count("Trying again in") == 2
    assert "oryx v3 is sent in" in result.stderr
    assert (len(taking.requests(taken)), list(versions.values())) == (3, [3])


def test_a_network_that_stays_away_is_explained(taking: Site, caravan: Caravan, script: Path) -> None:
    taking.tell("POST bots/oryx/versions/", CUT)
    result = caravan("submit", script, "--bot", "oryx", "--game", "donkey")
    assert result.exit_code == 3
    assert result.stderr.splitlines()[-1].startswith(f"Error: {taking.address} cannot be reached: ")


def test_who_waits_hears_the_verdict(
    taking: Site, caravan: Caravan, script: Path, waited: list[float]
) -> None:
    result = caravan("submit", script, "--bot", "oryx", "--game", "donkey", "--wait")
    assert result.exit_code == 0
    assert result.stdout == "✓ Donkey: without a fault\noryx v3 is accepted and competes.\n"
    assert waited == [1.0, 1.0, 1.0]


def test_who_waits_hears_of_the_last_of_its_trials(
    taking: Site, caravan: Caravan, script: Path, waited: list[float]
) -> None:
    more = {**version("active"), "trials": [trial("donkey", "finished"), trial("chicane", "queued")]}
    taking.tell("GET bots/oryx/versions/3/", Answer(more), Answer(more), Answer(version("active")))
    assert caravan("submit", script, "--bot", "oryx", "--game", "donkey", "--wait").exit_code == 0
    assert waited == [1.0, 1.0, 1.0]


def test_what_is_refused_ends_with_1_whatever_is_told_of_its_trials(
    taking: Site, caravan: Caravan, script: Path
) -> None:
    taking.tell("GET bots/oryx/versions/3/", Answer(version("refused")))
    assert caravan("submit", script, "--bot", "oryx", "--game", "donkey", "--wait").exit_code == 1


def test_what_its_trial_refuses_ends_with_1(taking: Site, caravan: Caravan, script: Path) -> None:
    taking.tell("GET bots/oryx/versions/3/", Answer(version("refused", "said \x1b[2J")))
    tried = [
        trial("donkey", "finished", "said \x1b[2J"),
        trial("chicane", "finished"),
        trial("donkey", "void"),
    ]
    taking.tell("GET bots/oryx/versions/3/trials/", page(*tried))
    words = ("submit", script, "--bot", "oryx", "--game", "donkey", "--wait")
    result = caravan(*words)
    assert result.exit_code == 1
    assert result.stdout == (
        "✗ Donkey: it said \\x1b[2J\n  caravan logs 23 1\n✓ Chicane: without a fault\noryx v3 is refused.\n"
    )
    result = caravan(*words, "--json")
    assert result.exit_code == 1
    assert [each["passed"] for each in json.loads(result.stdout)["trials"]] == [False, True, None]


def test_what_is_refused_in_one_of_its_games_ends_with_1_too(
    taking: Site, caravan: Caravan, script: Path
) -> None:
    tried = page(trial("donkey", "finished", "crashed"), trial("chicane", "finished"))
    taking.tell("GET bots/oryx/versions/3/trials/", tried)
    result = caravan("submit", script, "--bot", "oryx", "--game", "donkey", "--wait", "--join", "tea")
    assert result.exit_code == 2
    taking.tell("GET seasons/", page({"league": "tea", "number": 2}))
    result = caravan("submit", script, "--bot", "oryx", "--game", "donkey", "--wait", "--join", "tea")
    assert result.exit_code == 1
    assert result.stdout.endswith("oryx v3 is accepted and competes.\n")
    assert not taking.requests("POST leagues/tea/seasons/2/entries/")


def test_what_is_refused_here_is_not_sent(known: Site, caravan: Caravan, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def choose(view legal): pass\n")
    result = caravan("submit", tmp_path / "broken.py", "--bot", "oryx", "--game", "donkey")
    assert result.exit_code == 1
    assert "broken.py would be refused: bot.py, line 1: syntax error" in result.stderr
    assert known.asked == []


def test_what_the_server_refuses_at_once_ends_with_1(taking: Site, caravan: Caravan, script: Path) -> None:
    fault = {"field": "file", "detail": "bot.py, line 1: no bot in here", "remedy": "Change it."}
    taking.tell("POST bots/oryx/versions/", problem(400, "It cannot be used.", fault))
    result = caravan("submit", script, "--bot", "oryx", "--game", "donkey")
    assert result.exit_code == 1
    assert result.stderr.endswith("Error: good.py is refused: bot.py, line 1: no bot in here\n")


def test_what_is_not_for_its_token_ends_with_2(taking: Site, caravan: Caravan, script: Path) -> None:
    taking.tell(
        "POST bots/oryx/versions/", problem(403, "This token has no scope 'submit'.", remedy="Make one.")
    )
    result = caravan("submit", script, "--bot", "oryx", "--game", "donkey")
    assert result.exit_code == 2
    assert result.stderr.endswith("Error: This token has no scope 'submit'. Make one.\n")


def test_who_enters_a_season_is_in_it_once(taking: Site, caravan: Caravan, script: Path) -> None:
    taking.tell("GET seasons/", page({"league": "tea", "number": 2}, {"league": "tea", "number": 1}))
    entries = "leagues/tea/seasons/2/entries/"
    taking.tell(f"GET {entries}", page({"bot": "ibex"}), page({"bot": "ibex"}, {"bot": "oryx"}))
    taking.tell(f"POST {entries}", Answer({}, 201))
    words = ("submit", script, "--bot", "oryx", "--game", "donkey", "--join", "tea")
    assert caravan(*words).exit_code == 2
    for _ in range(2):
        result = caravan(*words, "--wait")
        assert result.exit_code == 0
        assert result.stderr.endswith("oryx is in tea, season 2: caravan watch tea/2\n")
    (joined,) = taking.requests(f"POST {entries}")
    assert json.loads(joined.body) == {"bot": "oryx"}


def test_a_folder_is_packed_to_the_same_bytes_whenever_it_is(folder: Path) -> None:
    name, content, game = packed(folder, "donkey")
    assert (name, game) == ("Good Bot.zip", "")
    for path in folder.rglob("*"):
        os.utime(path, (10**9, 10**9))
    assert packed(folder, "donkey")[1] == content
    upload = inspect(content, name)
    assert (upload.name, upload.games, upload.language) == ("Good Bot", ["donkey"], "python")
    assert upload.files.keys() == {"bot.toml", "bot.py", "tables/values.json"}
    entries = zipfile.ZipFile(io.BytesIO(content)).infolist()
    assert {(each.external_attr >> 16, each.date_time[0]) for each in entries} == {(0o644, 1980)}


def test_a_folder_that_says_what_it_is_is_sent_as_it_is(folder: Path) -> None:
    said = 'name = "Höft \\"Q\\""\ngames = ["donkey", "chicane"]\n'
    (folder / "bot.toml").write_text(said)
    _, content, game = packed(folder, None)
    upload = inspect(content, "x.zip")
    assert (upload.games, upload.files["bot.toml"], game) == (["donkey", "chicane"], said.encode(), "")
    assert upload.digest == inspect_path(folder).digest


def test_a_game_that_it_does_not_play_is_told(folder: Path, known: Site, caravan: Caravan) -> None:
    (folder / "bot.toml").write_text('name = "x"\ngames = ["donkey"]\n')
    result = caravan("submit", folder, "--bot", "oryx", "--game", "chicane")
    assert result.exit_code == 2
    assert "plays donkey, not chicane" in result.stderr


def test_what_only_this_host_cannot_run_is_sent_all_the_same(
    taking: Site, caravan: Caravan, folder: Path, script: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def foreign(*_: object) -> None:
        raise ForeignError("Python bots cannot run here")

    monkeypatch.setattr(packing, "read", foreign)
    for path in (script, folder):
        assert caravan("submit", path, "--bot", "oryx", "--game", "donkey").exit_code == 0
    first, second = (each.fields["file"] for each in taking.requests("POST bots/oryx/versions/"))
    assert first == GOOD.encode()
    assert zipfile.ZipFile(io.BytesIO(second)).namelist() == ["bot.py", "tables/values.json"]
