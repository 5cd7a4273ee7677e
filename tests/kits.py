"""Kits as their users have them: copied, and built where that is needed."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bots.kits import Kit

TOOLS = {"javascript": "node", "cpp": "g++", "rust": "rustc"}
PACKAGES = {"node": "nodejs", "g++": "g++", "rustc": "rustc"}
"""What Debian calls them."""


def need(kit: Kit) -> None:
    """Skips the test on a host that cannot build this kit, or run it."""
    tool = TOOLS.get(kit.name)
    if tool and not shutil.which(tool):
        pytest.skip(f"there is no {tool}: apt install {PACKAGES[tool]}")


def written(files: Mapping[str, bytes], folder: Path) -> Path:
    """The folder, made, with these files in it."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def built(kit: Kit, folder: Path) -> Path:
    """The same of a kit, ready to play."""
    need(kit)
    written(kit.files(), folder)
    if kit.program:
        subprocess.run(["sh", folder / "build.sh"], check=True, capture_output=True)
    return folder


def commands(readme: str) -> Iterator[list[str]]:
    """What a README tells to type, word by word."""
    for line in re.findall(r"^\$ (.+)$", readme, re.MULTILINE):
        yield line.split()
