"""The same seed gives the same record in every Python and with every hash seed."""

import json
import os
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13")


def candidates(version):
    """Where an interpreter of that version may be."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    yield from (folder / f"python{version}" for folder in folders)
    yield from Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}")


def asked(python, *arguments, **environment):
    """What a Python prints, or None if it is not to be had."""
    try:
        done = subprocess.run(
            [python, *arguments],
            cwd=ROOT,
            env={"PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT), **environment},
            capture_output=True,
            text=True,
            timeout=600,
        )
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


@cache
def interpreters():
    """An interpreter of each version that this machine has."""
    show = "import sys; print('%d.%d' % sys.version_info[:2])"
    found = {}
    for version in VERSIONS:
        works = (path for path in candidates(version) if path.exists() and asked(path, "-c", show))
        first = next((path for path in works if asked(path, "-c", show).strip() == version), None)
        if first is not None:
            found[version] = first
    return found


@cache
def told(version, hash_seed):
    """The version in full and the digests of one interpreter."""
    printed = asked(interpreters()[version], "tests/referee/digests.py", PYTHONHASHSEED=hash_seed)
    assert printed, f"Python {version} could not play the matches"
    return json.loads(printed)


def test_ci_has_every_supported_python(capsys):
    with capsys.disabled():
        print(
            "\nmatches compared in Python",
            ", ".join(told(version, "0")["python"] for version in interpreters()),
        )
    missing = [version for version in VERSIONS if version not in interpreters()]
    if os.environ.get("CI") == "true":
        assert not missing, (
            f"install Python {' and '.join(missing)} (as python3.X on the PATH, or with pyenv): "
            "records must be the same in all supported versions, and CI has to prove it"
        )


@pytest.mark.parametrize("hash_seed", ["0", "1", "4711"])
def test_every_python_plays_the_same_matches(hash_seed):
    results = {version: told(version, hash_seed)["digests"] for version in interpreters()}
    assert results
    reference = told(next(iter(results)), "0")["digests"]
    assert len(set(reference.values())) == len(reference)
    assert all(digests == reference for digests in results.values())
