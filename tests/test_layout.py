"""Where things are: `platform/` is a folder, never a package, and packages tell what is in them."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAPPED = (
    *("referee", "bots", "bots.cli", "bots.client", "bots.play"),
    *("bots.sandbox", "bots.upload", "bots.viewer"),
    *("tournaments", "tournaments.services"),
    *("caravan", "caravan.api", "caravan.games", "caravan.live", "caravan.standings"),
    *("caravan.up", "caravan.web"),
    "benchmarks",
)
"""Packages whose docstring is a map: lines of names, two blanks or more, and what they are for."""


def test_platform_is_the_standard_librarys_in_every_package():
    code = "import platform, caravan, referee, bots, tournaments; print(platform.python_version())"
    answer = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True)
    assert answer.strip() == ".".join(map(str, sys.version_info[:3]))


def test_platform_holds_one_package_and_nothing_else():
    assert [path.name for path in (ROOT / "platform").iterdir() if path.name != "__pycache__"] == ["caravan"]


@pytest.mark.parametrize("pattern", ["test_*.py", "*_test.py", "conftest.py"])
def test_no_test_lies_below_platform(pattern):
    assert not list((ROOT / "platform").rglob(pattern))


def test_tests_are_no_package():
    assert not list((ROOT / "tests").rglob("__init__.py"))


@pytest.mark.parametrize("name", MAPPED)
def test_the_map_of_a_package_names_all_that_is_in_it_once(name):
    package = importlib.import_module(name)
    lines = re.findall(r"^ *([\w, ]+?)  ", package.__doc__, re.MULTILINE)
    named = [each for line in lines for each in line.split(", ")]
    parts = Path(package.__file__).parent.iterdir()
    there = [part.stem for part in parts if part.suffix == ".py" or (part / "__init__.py").exists()]
    assert sorted(named) == sorted({*there} - {"__init__", "__main__"})
