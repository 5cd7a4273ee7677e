"""`platform/` is a folder, never a package: as one it would hide the standard library's `platform`."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


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
