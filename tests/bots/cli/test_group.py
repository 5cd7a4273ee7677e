"""How commands end, whatever happens: a sentence, an exit code, no traceback."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bots.cli import AT_HOME, ON_A_SERVER, main
from bots.cli.group import Commands
from bots.client.errors import AddressError, ProblemError, StrangeError, UnreachableError
from tests.answering import CUT, TOKEN, Site

WRONG = {"field": "name\x1b", "detail": "it is taken", "remedy": "choose another"}
SAID_LATER = "Error: Slowly. Come back in 600 seconds.\n"
SAID_WRONG = "Error: Status 400.\n  name\\x1b: It is taken. Choose another."
COMMAND = str(Path(sys.executable).parent / "caravan")


def failing(error: BaseException) -> Commands:
    """A command that fails like this."""

    @click.command()
    def fail() -> None:
        raise error

    group = Commands("caravan")
    group.section("At home", [fail])
    return group


def ended(error: BaseException) -> tuple[int, str]:
    result = CliRunner().invoke(failing(error), ["fail"])
    return result.exit_code, result.stderr


def test_help_tells_what_needs_a_server() -> None:
    text = CliRunner().invoke(main, ["--help"]).output
    home, server = text.partition("At home:")[2].split("On a server:")
    for commands, part in ((AT_HOME, home), (ON_A_SERVER, server)):
        assert re.findall(r"^  (\w+)  ", part.partition("Besides:")[0], re.MULTILINE) == [
            command.name for command in commands
        ]


@pytest.mark.parametrize("command", [*AT_HOME, *ON_A_SERVER])
def test_every_command_says_in_a_line_what_it_is_for(command: click.Command) -> None:
    assert command.short_help
    assert command.short_help.endswith(".")
    assert command.help


def test_every_command_can_tell_programs() -> None:
    """`export` does nothing else."""
    told = [command.name for command in (*AT_HOME, *ON_A_SERVER) if "as_json" in _names(command)]
    assert {command.name for command in (*AT_HOME, *ON_A_SERVER)} - {*told} == {"export"}


def _names(command: click.Command) -> set[str | None]:
    return {each.name for each in command.params}


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (UnreachableError("it cannot be reached"), 3, "Error: It cannot be reached.\n"),
        (StrangeError("no Caravan"), 3, "Error: No Caravan.\n"),
        (AddressError("no address"), 2, "Error: No address.\n"),
        (ProblemError("https://a.example", 403, {"detail": "no", "remedy": "ask"}), 2, "Error: No. Ask.\n"),
        (ProblemError("https://a.example", 429, {"detail": "slowly"}, 600), 3, SAID_LATER),
        (ProblemError("https://a.example", 500, {}), 3, "Error: Status 500.\n"),
        (ProblemError("https://a.example", 400, {"errors": [WRONG]}), 2, f"{SAID_WRONG}\n"),
        (click.UsageError("No."), 2, "Usage: "),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
        (BrokenPipeError(), 141, ""),
        (
            ZeroDivisionError("by 0"),
            3,
            "caravan failed, which is not your bot's fault: ZeroDivisionError: by 0",
        ),
    ],
)
def test_every_failure_has_its_exit_code(error: BaseException, code: int, said: str) -> None:
    found, text = ended(error)
    assert found == code
    assert text.startswith(said) if said else not text.strip()
    assert "Traceback" not in text


def test_where_it_failed_is_told_to_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ended(ValueError(f"bad {TOKEN}"))[1].splitlines() == [
        "caravan failed, which is not your bot's fault: ValueError: bad crv_…",
        "CARAVAN_DEBUG=1 before the command tells where.",
    ]
    monkeypatch.setenv("CARAVAN_DEBUG", "1")
    code, text = ended(ValueError(f"bad {TOKEN}"))
    assert code == 3
    assert "Traceback (most recent call last):" in text
    assert "in fail\n" in text
    assert "CARAVAN_DEBUG" not in text
    assert TOKEN not in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["matirx"], "Did you mean 'matrix'?"),
        (["play", "--gme"], "Did you mean '--game'?"),
        (["rules", "pis-yedili"], "Did you mean 'pis_yedili'?"),
        (["check", __file__, "--game", "chicance"], "Did you mean 'chicane'?"),
        (["completion", "zhs"], "Did you mean 'zsh'?"),
    ],
)
def test_who_mistypes_is_told_what_is_near(words: list[str], said: str) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    script = f"{COMMAND} rules pis_yedili | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", f"for _ in 1 2 3; do {script}; done"], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) <= {"0", "141"}
    assert done.stderr == ""


def test_a_terminal_without_our_letters_shows_others(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text("nothing = 1\n")
    command = [COMMAND, "check", script, "--game", "donkey"]
    latin = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, env=latin, capture_output=True, encoding="latin-1", check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("? bot.py: no bot in here")
    assert done.stderr == ""


def heeding() -> None:
    """Ctrl-C is heard, also where all of this runs in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_is_quiet(known: Site) -> None:
    """While it waits for a server that says nothing."""
    known.tell("GET matches/", CUT)
    with subprocess.Popen(
        [COMMAND, "matches"], stderr=subprocess.PIPE, text=True, preexec_fn=heeding
    ) as watching:
        assert watching.stderr is not None
        assert "Trying again" in watching.stderr.readline()
        watching.send_signal(signal.SIGINT)
        assert watching.wait(60) == 130
        rest = watching.stderr.read().splitlines()
    assert not [line for line in rest if line and "Trying again" not in line]
