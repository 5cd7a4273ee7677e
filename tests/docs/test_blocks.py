"""Every command that the documentation shows is run, in the order of its document, and succeeds.

A block of commands is fenced as `console`, each command after `$ `. `console no-run` is not run: why stands
in `NOT_RUN`. Other blocks name what they hold; a name after that is the file that a reader saves it as.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from bots.sandbox import detect
from tests.launched import Launched

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "seeds").rglob("*.md")),
]
HELD = {"c", "http", "ini", "javascript", "json", "python", "reply", "text", "toml", "yaml"}
"""What blocks hold that are no commands."""
HOUSE = ROOT / "bots/house"
READERS = {
    "mybot.py": HOUSE / "pis_yedili/sensible/bot.py",
    "new.py": HOUSE / "pis_yedili/sensible/bot.py",
    "old.py": HOUSE / "any/random/bot.py",
}
"""What lies in the folder of a reader."""
OF_A_SITE = {"docs/operations.md"}
"""Documents whose commands are about a Caravan that runs."""
DEMO = """\
bots = [
    {name = "random", folder = "bots/house/any/random", games = ["pis_yedili"], note = ""},
    {name = "sensible", folder = "bots/house/pis_yedili/sensible", games = ["pis_yedili"], note = ""},
    {name = "chance", folder = "bots/house/any/random", games = ["pis_yedili"], note = ""},
]
season = {title = "Open", hours = 24, round_gap = 5, entries = ["random", "sensible"]}
[league]
slug = "pis_yedili"
title = "Pis Yedili Open"
game = "pis_yedili"
seats = 2
deals = 1
bots_per_user = 1
rules = {deals = 1}
clocks = {bank = 1.0}
"""
"""A small season, so that a reader's bot finds a machine that is free."""
PATIENCE = 600
"""Seconds."""
NOT_RUN = {
    "a server that runs until it is stopped": ("README.md", "docs/operations.md"),
    "the suite itself, or a part of it": ("CONTRIBUTING.md", "README.md", "docs/sandbox.md"),
    "a game that is still to be written": ("docs/adding-a-game.md",) * 2,
    "hours, and peers that are installed for it": ("docs/benchmarks.md",),
    "a match, fixture or season of the reader's": ("docs/command-line.md", *["docs/fairness.md"] * 3),
    "Docker, or PostgreSQL": ("docs/operations.md",) * 2,
    "a whole season": ("docs/operations.md", "docs/operations.md", "docs/ratings.md"),
    "a server elsewhere": ("docs/api.md", "docs/command-line.md", "docs/events.md"),
    "a package registry": ("docs/training.md",),
    "a minute of training, which tests/bots/test_training.py does": ("docs/training.md",),
}
"""Why blocks are not run: a document for each block."""


@dataclass(frozen=True)
class Block:
    """A block of a document: its line, what it is, what is in it."""

    line: int
    kind: str
    rest: str
    text: str

    def script(self) -> str:
        """The commands, without what they print; a backslash goes on in the next line."""
        commands = re.findall(r"^\$ ((?:.*\\\n)*.*)$", self.text, re.MULTILINE)
        return "\n".join(["set -eo pipefail", *commands])


def blocks(document: Path) -> list[Block]:
    tokens = MarkdownIt().parse(document.read_text(encoding="utf-8"))
    return [
        Block((token.map or [0])[0] + 1, *_named(token.info), token.content)
        for token in tokens
        if token.type in ("fence", "code_block")
    ]


def _named(info: str) -> tuple[str, str]:
    kind, _, rest = info.strip().partition(" ")
    return kind, rest


def told(document: Path) -> str:
    return str(document.relative_to(ROOT))


def to_run(document: Path) -> list[Block]:
    return [block for block in blocks(document) if (block.kind, block.rest) == ("console", "")]


RUN = [document for document in DOCUMENTS if to_run(document)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=told)
def test_every_block_says_what_it_is(document: Path) -> None:
    for block in blocks(document):
        where = f"{told(document)}:{block.line}"
        if block.kind == "console":
            assert block.rest in ("", "no-run"), where
            assert block.text.startswith("$ "), where
        else:
            assert block.kind in HELD or (not block.kind and document.parent.name == "seeds"), where
            assert not re.search(r"^\$ |^ *(caravan|python3?|pip) ", block.text, re.MULTILINE) or (
                block.kind in ("text", "c", "javascript", "python")
            ), where


def test_what_is_not_run_is_counted_with_its_reason(record_property: Callable[[str, object], None]) -> None:
    left = [told(each) for each in DOCUMENTS for block in blocks(each) if block.rest == "no-run"]
    assert sorted(left) == sorted(document for documents in NOT_RUN.values() for document in documents)
    record_property("blocks of commands not run", len(left))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a reader is: a clone, with some bots of their own beside it."""
    for path in ROOT.iterdir():
        if path.name not in (".git", ".venv", "var"):
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    for name, source in READERS.items():
        (tmp_path / name).write_bytes(source.read_bytes())
    (tmp_path / "home").mkdir()
    return tmp_path


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Launched]:
    """A Caravan under way, for all documents that talk of one."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "demo.toml").write_text(DEMO)
    started = Launched(folder / "data", CARAVAN_DEMO=str(folder / "demo.toml"))
    try:
        assert started.served(), started.said
        yield started
    finally:
        started.stop()


def environment(folder: Path) -> dict[str, str]:
    """A reader's own, with nothing of who runs the tests."""
    kept = {name: os.environ[name] for name in ("LANG", "TZ") if name in os.environ}
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    return kept | {"HOME": str(folder / "home"), "PATH": path, "CARAVAN_DATA": str(folder / "data")}


@pytest.mark.parametrize("document", RUN, ids=told)
def test_its_commands_succeed(
    document: Path,
    folder: Path,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    if told(document) in OF_A_SITE:
        (folder / "data").symlink_to(request.getfixturevalue("site").data)
    if detect().name != "full":
        (pytest.fail if os.environ.get("CI") else pytest.skip)("bots cannot be isolated here")
    for block in blocks(document):
        if block.kind != "console" and block.rest:
            (folder / block.rest).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.rest).write_text(block.text)
    for block in to_run(document):
        done = subprocess.run(
            ["bash", "-c", block.script()],
            cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == 0, f"{told(document)}:{block.line}\n{done.stdout}"
        assert "Traceback" not in done.stdout
    record_property("blocks of commands", len(to_run(document)))
