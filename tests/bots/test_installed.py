"""What `pip install .` brings, without the extras: the command, and all that it needs at home."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import venv
import zipfile
from collections.abc import Callable
from importlib.metadata import distribution, requires
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from bots.house import house
from bots.sandbox import detect
from referee.games import GAMES

ROOT = Path(__file__).parents[2]
TRUST = [] if detect().name == "full" else ["--trust"]
RUN = "from bots.entry import main; main()"
Run = Callable[..., str]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that pip would build."""
    (path,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")))
    return Path(path)


def needed() -> set[str]:
    """The distributions that Caravan wants without extras; they want nothing else."""
    wanted = [each for each in requires("caravan") or [] if "extra ==" not in each]
    names = {re.split(r"[^\w-]", each)[0] for each in wanted}
    more = [each for name in names for each in requires(name) or [] if "extra ==" not in each]
    assert not more
    return names


@pytest.fixture(scope="module")
def run(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs Python in an environment that holds the wheel and what it needs, and nothing else."""
    place = tmp_path_factory.mktemp("fresh")
    venv.create(place, symlinks=True)
    (packages,) = place.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    for name in needed():
        there = distribution(name)
        for file in there.files or []:
            if ".." not in file.parts:
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(there.locate_file(file)), packages / file)
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "DJANGO"))}

    def python(*words: str) -> str:
        done = subprocess.run(
            [str(place / "bin" / "python"), "-I", *words],
            cwd=place,
            env=clean,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return python


def test_the_wheel_holds_every_file_of_the_bots(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    files = {path.relative_to(ROOT) for path in (ROOT / "bots").rglob("*") if path.is_file()}
    assert {str(path) for path in files if "__pycache__" not in path.parts} <= names
    (entry,) = (name for name in names if name.endswith(".dist-info/entry_points.txt"))
    assert "caravan = bots.entry:main" in zipfile.ZipFile(wheel).read(entry).decode()


def test_it_works_at_home_without_the_server(run: Run, tmp_path: Path) -> None:
    modules = (
        "import caravan, click; from importlib.util import find_spec as f; print(f('django'), f('celery'))"
    )
    assert run("-c", modules) == "None None\n"
    for name, line in zip(sorted(GAMES), run("-c", RUN, "games").splitlines(), strict=True):
        assert line.endswith(" ".join(f"house:{bot.name}" for bot in house(name)))
    assert run("-c", RUN, "rules", "donkey").startswith("# Donkey")
    assert "On a server:" in run("-c", RUN, "--help")
    (tmp_path / "bot.py").write_text("def choose(view, legal):\n    return legal[0]\n")
    here = str(tmp_path / "bot.py")
    words = ("--game", "pis_yedili", *TRUST)
    assert "would be accepted." in run("-c", RUN, "check", here, *words)
    kept = tmp_path / "kept"
    played = run("-c", RUN, "play", here, "house:sensible", "--deals", "2", "--record", str(kept), *words)
    assert "2 deals in 4 matches" in played
    record, page = str(kept / "deal-0-rotation-0.json"), tmp_path / "match.html"
    assert "Before the first move" in run("-c", RUN, "replay", record)
    assert run("-c", RUN, "replay", record, "--html", str(page)) == f"{page.as_uri()}\n"
    assert 'data-card="QS"' in page.read_text()
