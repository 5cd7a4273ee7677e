"""The kits: built and tested as their READMEs say, in every game, at one table, without a fault."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import nullcontext
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hatchling.builders.wheel import WheelBuilder

from bots import kits
from bots.cli import entrants, main
from bots.cli.check import Trial, Verdict
from bots.kits import KITS, Kit
from bots.play.clock import Clocks
from bots.play.fixture import Order, Played, entered, play_fixture
from bots.play.protocol import Ask, Left, encode
from bots.sandbox import Launcher
from bots.upload import manifest
from bots.upload.inspection import inspect, inspect_path
from bots.upload.manifest import MANIFEST
from bots.upload.store import Store, Upload
from referee.game import CHANCE
from referee.games import GAMES
from tests.kits import built, commands, need, written

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "kits.md").read_text()
SHOWN = "pis_yedili"
"""The game that the READMEs play."""


def test_every_folder_is_a_kit() -> None:
    folders = Path(kits.__file__).parent.iterdir()
    assert {each.name for each in folders if (each / "README.md").exists()} == set(KITS)


@pytest.mark.parametrize("kit", list(KITS.values()), ids=list(KITS))
def test_a_kit_is_a_few_short_files(kit: Kit) -> None:
    lines = {name: len(content.splitlines()) for name, content in kit.files().items()}
    assert 4 <= len(lines) <= 8
    assert max(lines.values()) <= 110
    assert 20 <= lines["README.md"] <= 40


@pytest.mark.parametrize("kit", list(KITS.values()), ids=list(KITS))
def test_the_page_about_kits_tells_of_each(kit: Kit) -> None:
    assert re.search(rf"^\| `{kit.name}` \| ", PAGE, re.MULTILINE)


def test_the_page_tells_what_check_says_to_programs() -> None:
    for field in (*Verdict.__struct_fields__, *Trial.__struct_fields__):
        assert f"`{field}`" in PAGE


@pytest.mark.parametrize("kit", list(KITS.values()), ids=list(KITS))
def test_its_zip_is_always_the_same_and_holds_one_folder(kit: Kit) -> None:
    assert kit.zipped() == kit.zipped()
    with zipfile.ZipFile(BytesIO(kit.zipped())) as archive:
        assert {name.partition("/")[0] for name in archive.namelist()} == {f"caravan-{kit.name}"}
        assert archive.read(f"caravan-{kit.name}/README.md") == kit.files()["README.md"]
    if not kit.program:
        assert inspect(kit.zipped(), "bot.zip").games == sorted(GAMES)


def test_what_a_build_left_in_its_folder_is_no_part_of_a_kit(monkeypatch, tmp_path: Path) -> None:
    folder = written({**KITS["cpp"].files(), "bot": b"\x7fELF"}, tmp_path / "cpp")
    (folder / "__pycache__").mkdir()
    monkeypatch.setattr(kits, "files", lambda name: tmp_path)
    assert "bot" not in KITS["cpp"].files()
    assert "bot.cpp" in KITS["cpp"].files()


def test_a_name_and_its_games_stand_in_the_manifest() -> None:
    said = manifest.read(KITS["cpp"].files('Ann "x" \\ é', ["donkey"])["bot.toml"])
    assert said == manifest.Manifest('Ann "x" \\ é', ["donkey"], "executable", "bot")
    assert manifest.read(KITS["python"].files("ann")["bot.toml"]).games == sorted(GAMES)


def test_an_installed_caravan_holds_them() -> None:
    wheel = WheelBuilder(str(ROOT))
    there = {file.distribution_path for file in wheel.recurse_included_files()}
    for kit in KITS.values():
        assert {f"bots/kits/{kit.name}/{name}" for name in {*kit.files()} - {MANIFEST}} <= there


@pytest.fixture
def warm(launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command finds the sandbox open."""
    monkeypatch.setattr(entrants, "open_launcher", lambda: nullcontext(launcher))


def does_as_its_readme_says(kit: Kit, games: list[str], folder: Path, monkeypatch) -> str:
    """Types all that is told there; what `caravan` says."""
    need(kit)
    written(kit.files(kit.title, games), folder)
    monkeypatch.chdir(folder)
    said = ""
    for command, *words in commands((folder / "README.md").read_text()):
        if command == "caravan":
            result = CliRunner().invoke(main, words)
            assert result.exit_code == 0, result.output
            said += result.stdout
        else:
            program = sys.executable if command == "python3" else command
            subprocess.run([program, *words], check=True, capture_output=True)
    return said


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(("kit", "game"), list(zip(cycle(KITS), GAMES, strict=False)))
def test_a_kit_does_as_its_readme_says(kit: str, game: str, tmp_path: Path, monkeypatch) -> None:
    games = list(dict.fromkeys([SHOWN, game]))
    said = does_as_its_readme_says(KITS[kit], games, tmp_path / kit, monkeypatch)
    assert [name for name in games if f"✓ {GAMES[name].title}: " not in said] == []
    assert f"{kit} would be accepted" in said
    assert "10 deals in 20 matches" in said


@pytest.mark.parametrize("game", GAMES)
def test_the_readers_of_json_are_told_the_truth(game: str) -> None:
    position = GAMES[game].start(GAMES[game].tables[-1])
    while position.turn == CHANCE:
        position.play(position.deal(Random("deal")))
    asked = Ask(1, position.view(position.turn), position.legal(), [], Left(2.0, 20.0))
    line = encode(asked).decode().strip()
    assert "\\" not in line
    assert " " not in re.sub(r'"[^"]*"', "", line)


@pytest.mark.long
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("kit", KITS)
def test_a_server_takes_each_in_every_game(kit: str, tmp_path: Path, monkeypatch) -> None:
    said = does_as_its_readme_says(KITS[kit], sorted(GAMES), tmp_path / kit, monkeypatch)
    assert said.count("without a fault") == len(GAMES)


@pytest.fixture(scope="module")
def uploads(tmp_path_factory: pytest.TempPathFactory) -> list[Upload]:
    """What the users of the kits send in."""
    folder = tmp_path_factory.mktemp("kits")
    return [inspect_path(built(kit, folder / kit.name)) for kit in KITS.values()]


@pytest.fixture
def play(public: Path, launcher: Launcher) -> Callable[..., Played]:
    """Plays a fixture between uploads."""
    store = Store(public / "store")

    def fixture(game: str, bots: list[Upload], deals: list[str]) -> Played:
        order = Order(
            game=game,
            rules={},
            clocks=Clocks(),
            seats=len(bots),
            order_seed="order",
            deals=deals,
            competitors=[entered(bot, store, dice=f"dice {place}") for place, bot in enumerate(bots)],
        )
        return play_fixture(order, store, launcher)

    return fixture


def tables(uploads: list[Upload], seats: int) -> list[list[Upload]]:
    """So many of them at a table, in turn, until everybody has sat at one."""
    count = -(-len(uploads) // seats)
    chairs = islice(cycle(uploads), seats * count)
    return [list(islice(chairs, seats)) for _ in range(count)]


def without_a_fault(played: Played) -> int:
    """The number of matches."""
    assert [fault for match in played.matches for fault in match.record["faults"]] == []
    return len(played.matches)


@pytest.mark.parametrize("game", GAMES)
def test_kits_play_every_game_at_one_table(
    game: str, uploads: list[Upload], play: Callable[..., Played], record_property
) -> None:
    seats = min(len(uploads), GAMES[game].tables[-1])
    for bots in tables(uploads, seats):
        record_property("matches", without_a_fault(play(game, bots, ["deal"])))


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.tables]
)
def test_kits_play_at_tables_of_every_size(
    game: str, seats: int, uploads: list[Upload], play: Callable[..., Played], record_property
) -> None:
    for bots in tables(uploads, seats):
        deals = [f"deal {number}" for number in range(5)]
        record_property("matches", without_a_fault(play(game, bots, deals)))
