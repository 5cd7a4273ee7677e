"""What the tools say about the whole tree: one gate for people and for CI."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOLS = Path(sys.executable).parent
GATES = {
    "format": [sys.executable, "-m", "ruff", "format", "--check", "."],
    "lint": [sys.executable, "-m", "ruff", "check", "."],
    "types": [sys.executable, "-m", "mypy"],
    "types of the bootstrap": [sys.executable, "-m", "mypy", "manage.py"],
    "imports": [str(TOOLS / "lint-imports")],
    "migrations": [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
}


@pytest.mark.parametrize("gate", GATES)
def test_the_tree_passes(gate):
    done = subprocess.run(GATES[gate], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_document_that_is_linked_is_there():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    links = [(page, link) for page in pages for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text())]
    assert links
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []
