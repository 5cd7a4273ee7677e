"""Somebody who reads a document and types what it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
BOTS = {
    "mybot.py": "bots/house/pis_yedili/sensible/bot.py",
    "new.py": "bots/house/pis_yedili/sensible/bot.py",
    "old.py": "bots/house/any/random/bot.py",
}
"""What lies in the folder of a reader."""
SITE = "http://127.0.0.1:8000"
"""Where documents say that a Caravan is."""
PATIENCE = 600
"""Seconds."""


@dataclass(frozen=True)
class Block:
    """A block of a document: its line, what it holds, the rest of that line, and its text."""

    line: int
    kind: str
    rest: str
    text: str

    @property
    def runs(self) -> bool:
        """Whether these are commands that can be run anywhere."""
        return (self.kind, self.rest) == ("console", "")

    def script(self) -> str:
        """The commands, without what they print; after a backslash one goes on in the next line."""
        commands = re.findall(r"^\$ ((?:.*\\\n)*.*)$", self.text, re.MULTILINE)
        return "\n".join(["set -eo pipefail", *commands])


def blocks(document: Path) -> list[Block]:
    """All of them, in their order."""
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
    """The path of a document, as people call it."""
    return str(document.relative_to(ROOT))


class Reader:
    """Sits in a folder that is like a clone, with some bots of their own and a home."""

    def __init__(self, folder: Path, *, site: str = SITE, token: str = "", data: Path | None = None) -> None:
        """`site` is where theirs is, `token` what they paste, `data` where a Caravan keeps what it has."""
        self.folder, self._site, self._token = folder, site, token
        self._data = data or folder / "data"
        for path in ROOT.iterdir():
            if path.name not in (".git", ".venv", "var"):
                (folder / path.name).symlink_to(path)
        (folder / ".venv").symlink_to(sys.prefix)
        for name, source in BOTS.items():
            (folder / name).write_bytes((ROOT / source).read_bytes())
        (folder / "home").mkdir()

    def follow(self, document: Path) -> int:
        """Saves its files and types its commands; how many blocks of them. AssertionError if one fails."""
        for block in blocks(document):
            if block.kind != "console" and block.rest:
                (self.folder / block.rest).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / block.rest).write_text(block.text)
        commands = [block for block in blocks(document) if block.runs]
        for block in commands:
            code, said = self.type(block.script())
            assert code == 0, f"{told(document)}:{block.line}\n{said}"
            assert "Traceback" not in said
        return len(commands)

    def type(self, script: str) -> tuple[int, str]:
        """Lets a shell run it; the exit code, and what was printed."""
        done = subprocess.run(
            ["bash", "-c", script.replace(SITE, self._site)],
            cwd=self.folder, env=self._environment(), input=self._token, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=PATIENCE,
        )  # fmt: skip
        return done.returncode, done.stdout

    def _environment(self) -> dict[str, str]:
        """Their own, with nothing of who runs the tests."""
        kept = {name: os.environ[name] for name in ("LANG", "TZ") if name in os.environ}
        path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
        return kept | {"HOME": str(self.folder / "home"), "PATH": path, "CARAVAN_DATA": str(self._data)}
