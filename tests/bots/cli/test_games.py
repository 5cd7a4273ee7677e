"""`caravan games`, `caravan rules`: what can be played, offline."""

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hatchling.builders.wheel import WheelBuilder

from bots import rulebook
from bots.cli import main
from referee.games import GAMES

ROOT = Path(__file__).parents[3]


def caravan(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_games_are_listed_with_their_tables_and_house_bots() -> None:
    lines = caravan("games").stdout.splitlines()
    assert [line.split()[0] for line in lines] == sorted(GAMES)
    (line,) = (line for line in lines if line.startswith("pis_yedili"))
    assert "Pis Yedili" in line
    assert "2-7 seats" in line
    assert line.endswith("house:search house:sensible house:random")


def test_programs_are_told_of_games_and_rules() -> None:
    rows = {row["name"]: row for row in json.loads(caravan("games", "--json").stdout)}
    assert rows.keys() == GAMES.keys()
    assert rows["pis_yedili"]["tables"] == [2, 3, 4, 5, 6, 7]
    assert rows["pis_yedili"]["house"] == ["house:search", "house:sensible", "house:random"]
    told = json.loads(caravan("rules", "donkey", "--json").stdout)
    assert told == {"game": "donkey", "rules": rulebook.source("donkey").rstrip()}


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_the_book_that_the_site_shows(game: str) -> None:
    result = caravan("rules", game)
    assert result.exit_code == 0
    assert result.stdout.rstrip() == rulebook.source(game).rstrip()


def test_the_rules_of_no_game_are_not_understood() -> None:
    result = caravan("rules", "snap")
    assert result.exit_code == 2
    assert "'snap' is not" in result.stderr


def test_a_game_without_a_book_tells_its_rules_from_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulebook, "BOOKS", tmp_path)
    assert caravan("rules", "pis_yedili").stdout.startswith("Get rid of your cards")


def test_an_installed_package_carries_the_rule_books(tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path))
    names = set(zipfile.ZipFile(wheel).namelist())
    books = {f"bots/rulebooks/{path.name}" for path in (ROOT / "seeds").glob("*.md")}
    assert books
    assert books <= names
    assert {"bots/viewer/page.html", "caravan/web/static/replay/main.js"} <= names
    assert {"bots/house/any/search/bot.py", "caravan/settings.py", "tournaments/apps.py"} <= names
    assert not [name for name in names if name.startswith("seeds") or "/demo/" in name]
