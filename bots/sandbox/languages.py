"""The languages that bots are written in: what each finds in the sandbox, and the command that starts a bot.

A launcher asks here; nothing else about a bot's process depends on its language.
"""

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

from bots.sandbox import rootfs, runner
from bots.sandbox.interface import SandboxError

ROOM = 64 << 20
"""Bytes beyond the memory that a bot is granted: libraries that are mapped and hardly touched."""


class Language(ABC):
    """One of them; `limits` are the kernel's by name, {"CPU": 60}, set before any code of the bot runs."""

    name: str
    room: int = ROOM
    """Bytes of address space beyond the memory that a bot is granted."""
    environment: Mapping[str, str]
    """Everything that a bot in the sandbox finds in its environment."""

    @abstractmethod
    def complaint(self) -> str:
        """Why this host cannot run such bots and what helps; empty where it can."""

    @abstractmethod
    def layers(self, cache: Path | None = None) -> list[tuple[Path, str]]:
        """The folders to mount read-only and where, the root first; built where they are missing."""

    @abstractmethod
    def inside(self, entry: str, limits: Mapping[str, int]) -> list[str]:
        """The command for the file `entry` of /bot in the sandbox."""

    @abstractmethod
    def outside(self, entry: Path, limits: Mapping[str, int]) -> list[str]:
        """The command for the same bot as a plain process of this host."""


class Python(Language):
    """The interpreter that runs Caravan; the runner takes the limits and speaks the wire."""

    name = "python"
    environment = {  # noqa: RUF012 never written to
        "LD_LIBRARY_PATH": rootfs.LIBRARIES,
        "MALLOC_ARENA_MAX": "2",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": rootfs.SITE,
        "PYTHONUTF8": "1",
    }

    def complaint(self) -> str:
        """Nothing: Caravan itself runs on it."""
        return ""

    def layers(self, cache: Path | None = None) -> list[tuple[Path, str]]:
        """The interpreter, and Caravan's own part."""
        return [(rootfs.python_layer(cache), "/"), (rootfs.site_layer(cache), rootfs.SITE)]

    def inside(self, entry: str, limits: Mapping[str, int]) -> list[str]:
        """The runner is imported, so that it is compiled already."""
        start = [rootfs.PYTHON, "-S", "-s", "-P", "-c", "import runner; runner.main()"]
        return [*start, f"/bot/{entry}", json.dumps(limits)]

    def outside(self, entry: Path, limits: Mapping[str, int]) -> list[str]:
        """This very interpreter with its packages."""
        return [sys.executable, "-s", "-P", runner.__file__, str(entry), json.dumps(limits)]


LANGUAGES: dict[str, Language] = {language.name: language for language in (Python(),)}


def named(name: str) -> Language:
    """The language of this name; SandboxError if there is none or this host cannot run it."""
    if name not in LANGUAGES:
        raise SandboxError(f"this version of Caravan runs no {name} bots")
    if complaint := LANGUAGES[name].complaint():
        raise SandboxError(complaint)
    return LANGUAGES[name]
