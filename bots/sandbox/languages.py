"""The languages that bots are written in: what each finds in the sandbox, and the command that starts a bot.

A launcher asks here; nothing else about a bot's process depends on its language. Python's runner takes its
kernel limits itself, before it looks at the bot; the others begin as `prlimit`, which takes them and becomes
the bot.
"""

import json
import platform
import resource
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

from bots.sandbox import programs, rootfs, runner
from bots.sandbox.interface import SandboxError

ROOM = 64 << 20
"""Bytes beyond the memory that a bot is granted: libraries that are mapped and hardly touched."""


class Language(ABC):
    """One of them; `limits` are the kernel's by name, {"CPU": 60}, set before any code of the bot runs."""

    name: str
    title: str
    entries: tuple[str, ...]
    """What the file that is started is called if nothing else is said."""
    suffixes: tuple[str, ...]
    """What its name must end with, and what tells a single file's language."""
    room: int = ROOM
    """Bytes of address space beyond the memory that a bot is granted, which counts what is written to."""
    waits: bool = True
    """Whether the bot's own code runs only after it has been sent `hello`."""
    environment: Mapping[str, str]
    """Everything that a bot in the sandbox finds in its environment."""

    @property
    @abstractmethod
    def version(self) -> str:
        """What exactly this host runs, where it can."""

    def check(self) -> None:  # noqa: B027 most hosts can
        """SandboxError if this host cannot run such bots: why, and what helps."""

    def complaint(self) -> str:
        """The same in words; empty where it can."""
        try:
            self.check()
        except SandboxError as error:
            return str(error)
        return ""

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
    """The interpreter that runs Caravan."""

    name = "python"
    title = "Python"
    entries = ("bot.py",)
    suffixes = (".py",)
    environment = {  # noqa: RUF012 a Mapping is not written to
        "LD_LIBRARY_PATH": rootfs.LIBRARIES,
        "MALLOC_ARENA_MAX": "2",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": rootfs.SITE,
        "PYTHONUTF8": "1",
    }

    @property
    def version(self) -> str:
        """With what may be imported."""
        return f"{sys.version_info.major}.{sys.version_info.minor}: standard, numpy, referee"

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


class JavaScript(Language):
    """Node with a runner like Python's."""

    name = "javascript"
    title = "JavaScript"
    entries = ("bot.mjs", "bot.js", "bot.cjs")
    suffixes = (".mjs", ".js", ".cjs")
    room = 64 << 30  # V8 reserves far more than it uses, 10 GB for each memory of WebAssembly
    environment = {  # noqa: RUF012
        "LD_LIBRARY_PATH": rootfs.LIBRARIES,
        "MALLOC_ARENA_MAX": "2",
    }
    oldest = 18
    flags = ("--no-warnings", "--experimental-vm-modules", "--v8-pool-size=2")

    @property
    def version(self) -> str:
        """Of node."""
        return f"Node {programs.node()[1]}"

    def check(self) -> None:
        """Refuse to do without node, or with one that is too old."""
        if sys.platform == "linux":
            programs.program("prlimit")
        if programs.node()[1] < self.oldest:
            raise SandboxError(f"node is older than {self.oldest}: install a newer one")

    def layers(self, cache: Path | None = None) -> list[tuple[Path, str]]:
        """Node and the runner."""
        return [(programs.node_layer(cache), "/")]

    def inside(self, entry: str, limits: Mapping[str, int]) -> list[str]:
        """Node of the sandbox."""
        node = [programs.NODE, *self._flags(limits), f"{rootfs.SITE}/{programs.RUNNER.name}"]
        return [programs.PRLIMIT, *prlimits(limits), *node, f"/bot/{entry}"]

    def outside(self, entry: Path, limits: Mapping[str, int]) -> list[str]:
        """The host's own node."""
        return [*limited(limits), "node", *self._flags(limits), str(programs.RUNNER), str(entry)]

    def _flags(self, limits: Mapping[str, int]) -> list[str]:
        """V8's heap ends below what the kernel grants: buffers, threads and node itself need memory too."""
        heap = max(ROOM, limits.get("DATA", 1 << 40) - 2 * ROOM) >> 20
        return [*self.flags, f"--max-old-space-size={heap}"]


class Executable(Language):
    """A static program for this machine, which speaks the wire itself."""

    name = "executable"
    title = "Executable"
    entries = ("bot",)
    suffixes = ("",)
    room = 1 << 30  # what Go reserves for its tables
    waits = False
    environment = {"LD_LIBRARY_PATH": rootfs.LIBRARIES}  # noqa: RUF012 what `prlimit` loads

    @property
    def version(self) -> str:
        """The kind of file."""
        return f"static, for Linux on {platform.machine()}"

    def check(self) -> None:
        """Refuse other systems than Linux."""
        if sys.platform != "linux":
            raise SandboxError(f"they are for Linux, this is {sys.platform}")
        programs.program("prlimit")

    def layers(self, cache: Path | None = None) -> list[tuple[Path, str]]:
        """Nothing but what sets its limits."""
        return [(programs.bare_layer(cache), "/")]

    def inside(self, entry: str, limits: Mapping[str, int]) -> list[str]:
        """The program itself."""
        return [programs.PRLIMIT, *prlimits(limits), f"/bot/{entry}"]

    def outside(self, entry: Path, limits: Mapping[str, int]) -> list[str]:
        """The program itself."""
        return [*limited(limits), str(entry)]


LANGUAGES: dict[str, Language] = {one.name: one for one in (Python(), JavaScript(), Executable())}


def named(name: str) -> Language:
    """The language of this name; SandboxError if there is none, or not on this host."""
    if name not in LANGUAGES:
        raise SandboxError(f"this version of Caravan runs no {name} bots")
    LANGUAGES[name].check()
    return LANGUAGES[name]


def prlimits(limits: Mapping[str, int]) -> list[str]:
    """The limits as `prlimit` takes them; one of this host's that is lower already stays."""
    return [f"--{name.lower()}={_at_most(name, value)}" for name, value in limits.items()]


def limited(limits: Mapping[str, int]) -> list[str]:
    """The command before that of a plain process; nothing where there is nothing to limit."""
    return ["prlimit", *prlimits(limits)] if limits else []


def _at_most(name: str, value: int) -> int:
    hard = resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1]
    return value if hard == resource.RLIM_INFINITY else min(value, hard)
