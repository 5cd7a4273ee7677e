"""Every command that the documentation shows is run, in the order of its document, and succeeds.

A block of commands is fenced as `console`, each command after `$ `. `console no-run` is not run: why stands
in `NOT_RUN`. Other blocks name what they hold; a name after that is the file that a reader saves it as.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.docs.newcomer import Newcomer
from tests.docs.reader import ROOT, Reader, blocks, told
from tests.launched import Launched

DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "seeds").rglob("*.md")),
]
RUN = [
    document
    for document in DOCUMENTS
    if document.name != "README.md" and any(block.runs for block in blocks(document))
]
"""All but the README, which `test_five_minutes` runs."""
HELD = {"c", "http", "ini", "javascript", "json", "python", "reply", "text", "toml", "yaml"}
"""What blocks hold that are no commands."""
TYPED = re.compile(r"^\$ |^ *(caravan|python3?|pip) ", re.MULTILINE)
"""How commands begin."""
OF_A_SITE = {"docs/command-line.md", "docs/first-bot.md", "docs/operations.md"}
"""Documents whose commands are about a Caravan that runs."""
NOT_RUN = {
    "a server that runs until it is stopped": ("README.md", "docs/first-bot.md", "docs/operations.md"),
    "the suite itself, or a part of it": ("CONTRIBUTING.md", "README.md", "docs/sandbox.md"),
    "a game that is still to be written": ("docs/adding-a-game.md",) * 2,
    "hours, and peers that are installed for it": ("docs/benchmarks.md",),
    "a match, fixture or season of the reader's": ("docs/command-line.md", *["docs/fairness.md"] * 3),
    "Docker, or PostgreSQL": ("docs/operations.md",) * 2,
    "a whole season": ("docs/operations.md", "docs/operations.md", "docs/ratings.md"),
    "a server elsewhere, or a season that takes a day": (
        "docs/api.md",
        "docs/command-line.md",
        "docs/events.md",
    ),
    "a package registry": ("docs/training.md",),
    "a minute of training, which tests/bots/test_training.py does": ("docs/training.md",),
}
"""Why blocks are not run: a document for each block."""


@pytest.mark.parametrize("document", DOCUMENTS, ids=told)
def test_every_block_says_what_it_is(document: Path) -> None:
    for block in blocks(document):
        where = f"{told(document)}:{block.line}"
        if block.kind == "console":
            assert block.rest in ("", "no-run"), where
            assert block.text.startswith("$ "), where
        else:
            assert block.kind in HELD or (not block.kind and document.parent.name == "seeds"), where
            assert block.kind in ("c", "javascript", "python", "text") or not TYPED.search(block.text), where


def test_what_is_not_run_is_counted_with_its_reason(record_property: Callable[[str, object], None]) -> None:
    left = [told(each) for each in DOCUMENTS for block in blocks(each) if block.rest == "no-run"]
    assert sorted(left) == sorted(document for documents in NOT_RUN.values() for document in documents)
    record_property("blocks of commands not run", len(left))


@pytest.mark.parametrize("document", [each for each in RUN if told(each) not in OF_A_SITE], ids=told)
def test_its_commands_succeed(
    document: Path, isolated: None, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    record_property("blocks of commands", Reader(tmp_path).follow(document))


@pytest.mark.xdist_group("documents")
@pytest.mark.parametrize("document", [each for each in RUN if told(each) in OF_A_SITE], ids=told)
def test_its_commands_succeed_beside_a_site(
    document: Path, site: Launched, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    token = Newcomer(site.address, document.stem).token()
    reader = Reader(tmp_path, site=site.address, token=token, data=site.data)
    record_property("blocks of commands", reader.follow(document))
