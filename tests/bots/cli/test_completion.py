"""`caravan completion`: what shells ask for, without a server."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from bots.cli import main
from referee.games import GAMES

COMMAND = str(Path(sys.executable).parent / "caravan")


@pytest.mark.parametrize(
    ("shell", "begins"), [("bash", "_caravan_completion() {"), ("zsh", "#compdef"), ("fish", "function _car")]
)
def test_each_shell_has_its_script(shell: str, begins: str) -> None:
    result = CliRunner().invoke(main, ["completion", shell])
    assert result.exit_code == 0
    assert result.stdout.lstrip().startswith(begins)
    assert "_CARAVAN_COMPLETE" in result.stdout


def completed(*words: str) -> set[str]:
    """What bash is told while the last word is being typed."""
    script = (
        f'eval "$({COMMAND} completion bash)"; COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}; '
        f'_caravan_completion {COMMAND}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=True, env={"HOME": "/nowhere"}
    )
    return set(done.stdout.split())


def test_commands_and_games_are_completed_without_a_server() -> None:
    assert completed("caravan", "st") == {"status", "standings"}
    assert completed("caravan", "rules", '""') == set(GAMES)
    assert completed("caravan", "check", "x.py", "--game", "pi") == {"pis_yedili"}


@pytest.mark.parametrize("command", ["play", "matrix", "compare", "test"])
def test_bots_are_files_or_house_bots_once_their_word_has_begun(command: str) -> None:
    asking = ShellComplete(main, {}, "caravan", "_CARAVAN_COMPLETE")
    told = asking.get_completions([command], "ho")
    assert [(each.value, each.type) for each in told] == [
        (f"house:{name}", "plain") for name in ("random", "search", "sensible")
    ]
    for begun in ("", "my", "./house"):
        (file,) = asking.get_completions([command], begun)
        assert (file.value, file.type) == (begun, "file")
