"""Bots in C: compiled once, for tests; where there is no compiler they cannot run."""

import functools
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest


@functools.cache
def compiled(source: str, *flags: str) -> bytes:
    """The program of a C source, static and small unless the flags say otherwise."""
    if not shutil.which("cc"):
        pytest.skip("there is no C compiler: apt install gcc libc6-dev")
    with tempfile.TemporaryDirectory() as folder:
        goal = Path(folder, "bot")
        command = ["cc", *(flags or ("-static", "-s", "-O1")), "-x", "c", "-", "-o", str(goal)]
        subprocess.run(command, input=source.encode(), check=True)
        return goal.read_bytes()
