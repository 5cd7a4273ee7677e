"""`caravan login`, `caravan logout`: a token is asked for once and never told again."""

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from bots.client import credentials
from tests.answering import TOKEN, Answer, Site, answering, page, problem
from tests.bots.cli.conftest import ME, Caravan

COMMAND = str(Path(sys.executable).parent / "caravan")
WRONG = "This token is unknown, has expired or was revoked."


def test_a_token_from_a_pipe_is_checked_and_kept(site: Site, caravan: Caravan) -> None:
    result = caravan("login", site.address, typed=f"{TOKEN}\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"Logged in at {site.address} as ada, to read, submit.\n"
    assert site.asked[0].headers["Authorization"] == f"Bearer {TOKEN}"
    assert credentials.token(credentials.server()) == TOKEN


def test_programs_are_told_who_they_are(site: Site, caravan: Caravan) -> None:
    result = caravan("login", site.address, "--json", typed=TOKEN)
    assert json.loads(result.stdout) == {"server": site.address, **ME}


def test_a_token_that_is_none_is_not_kept(site: Site, caravan: Caravan) -> None:
    site.tell("GET me/", problem(401, WRONG, remedy="Make a token."))
    result = caravan("login", site.address, typed=TOKEN)
    assert result.exit_code == 2
    tokens = f"{site.address}/settings/tokens/new/?cli=1"
    assert (
        result.stderr == f"Error: {WRONG} Make a new one at {tokens} and say: caravan login {site.address}\n"
    )
    assert credentials.load().tokens == {}
    result = caravan("login", site.address, typed="hunter2")
    assert result.exit_code == 2
    assert "hunter2" not in result.output
    assert len(site.asked) == 1


@pytest.mark.parametrize("said", [{}, {"username": 7, "scopes": []}, [], None, "hello"])
def test_what_is_no_caravan_gets_into_nothing_that_is_kept(
    known: Site, caravan: Caravan, said: object
) -> None:
    with answering() as other:
        other.tell("GET me/", Answer(said))
        result = caravan("login", other.address, typed=TOKEN)
        assert result.stderr == f"Error: {other.address} does not answer as a Caravan does.\n"
        assert result.exit_code == 3
        assert credentials.load().tokens.keys() == {known.address}
    assert credentials.server() == known.address


def test_without_a_server_it_is_the_one_asked_so_far(known: Site, caravan: Caravan) -> None:
    assert caravan("login", typed=TOKEN + "2").exit_code == 0
    assert credentials.token(known.address) == TOKEN + "2"
    assert caravan("logout").exit_code == 0
    assert credentials.token(known.address) == ""
    assert caravan("logout").stdout == f"There was no token for {known.address}.\n"


def test_who_names_no_server_is_told_how(caravan: Caravan) -> None:
    for words in (["login"], ["logout"], ["status"], ["matches"]):
        result = caravan(*words)
        assert result.exit_code == 2
        assert "caravan login https://caravan.example" in result.stderr


def test_a_server_that_is_not_there_is_told_at_once(caravan: Caravan, waited: list[float]) -> None:
    with answering() as site:
        pass
    result = caravan("login", site.address, typed=TOKEN)
    assert (result.exit_code, waited) == (3, [])
    assert result.stderr == f"Error: {site.address} cannot be reached: Connection refused.\n"


def test_a_token_that_others_may_read_is_warned_of(caravan: Caravan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    result = caravan("login", "http://caravan.example", typed=TOKEN)
    assert result.exit_code == 3
    assert result.stderr.startswith("Everybody on the way to http://caravan.example can read your token")


def test_a_kept_token_goes_to_no_other_server(
    known: Site, caravan: Caravan, monkeypatch: pytest.MonkeyPatch
) -> None:
    with answering() as other:
        other.tell("GET status/", Answer({"waiting": 1, "workers": 2, "stands_still": False}))
        monkeypatch.setenv("CARAVAN_SERVER", other.address)
        result = caravan("status")
        assert "It does not know who asks" in result.stdout
        assert not any("Authorization" in each.headers for each in other.asked)


def test_the_environment_wins_and_that_is_said(
    known: Site, caravan: Caravan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TOKEN", TOKEN + "3")
    assert "CARAVAN_TOKEN is set" in caravan("login", typed=TOKEN + "2").stderr
    known.tell("GET bots/", page())
    caravan("status")
    assert known.requests("GET bots/")[0].headers["Authorization"] == f"Bearer {TOKEN}3"


def test_a_token_that_is_typed_is_not_shown(site: Site) -> None:
    keyboard, terminal = pty.openpty()
    asking = subprocess.Popen(
        [COMMAND, "login", site.address], stdin=terminal, stdout=terminal, stderr=terminal
    )
    os.close(terminal)
    seen = b""
    while b"Token:" not in seen:
        seen += _read(keyboard)
    os.write(keyboard, f"{TOKEN}\n".encode())
    while b"Logged in" not in seen:
        seen += _read(keyboard)
    assert asking.wait(60) == 0
    os.close(keyboard)
    assert f"Make a token at {site.address}/settings/tokens/new/?cli=1 ".encode() in seen
    assert TOKEN.encode() not in seen


def _read(keyboard: int) -> bytes:
    """What comes next on the terminal."""
    ready, _, _ = select.select([keyboard], [], [], 60)
    assert ready
    return os.read(keyboard, 4096)


def test_without_an_input_no_token_is_read(known: Site) -> None:
    command = ["sh", "-c", 'exec "$0" login "$1" <&-', COMMAND, known.address]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "Error: There is nothing to read a token from.\n")


def test_a_token_of_the_environment_that_is_none_is_named(
    known: Site, caravan: Caravan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARAVAN_TOKEN", "hunter2")
    result = caravan("status")
    assert result.exit_code == 2
    assert "Error: What CARAVAN_TOKEN holds is no token: they begin with crv_" in result.stderr
    assert "hunter2" not in result.output
