"""Starts bots where there are no namespaces: held by Landlock, the filter of system calls and kernel limits.

The rung below bubblewrap, taken only where CARAVAN_SANDBOX=landlock says so. A bot finds the same files at
the host's own paths, can open no other and signal nobody; but it can see which paths of the host exist.
"""

import json
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bots.sandbox import bubblewrap, cgroup, confine, languages, rootfs, seccomp
from bots.sandbox.cgroup import Cgroup
from bots.sandbox.interface import SandboxError
from bots.sandbox.languages import Language
from bots.sandbox.limits import Limits
from bots.sandbox.process import Process, Spawned, spawn
from bots.sandbox.sandboxed import SandboxedProcess, Status, abandon

NEEDED = 6
"""The first version that forbids signals to others: Linux 6.12."""
OTHERS = 32
"""Threads that a bot gets beyond its own limit, for bots of the same user that start after it."""

WRITTEN_IN = ("lib*/ld-*", "usr/share/nodejs")
"""What programs look for at the very places that are written in them: the linker, parts of Debian's node."""
WITHOUT = {"OPENSSL_CONF": os.devnull}
"""What is set so that a library does not fail over a file that is there and cannot be opened."""


class Launcher:
    """Starts strangers' bots; everything that can be made once is made here."""

    def __init__(self, cache: Path | None = None) -> None:
        require(version())
        self._cache = cache
        self._policy = seccomp.policy(cache)
        self._python = rootfs.python_layer(cache)
        self._source = Path(confine.__file__).read_text()
        self._outside = [*bubblewrap.as_ordinary_user(), bubblewrap.util_linux("prlimit")]
        self._cgroups = cgroup.writable()

    def launch(self, folder: Path, entry: str, language: str, limits: Limits) -> Process:
        """Start it; the bot's own code runs only when its limits hold."""
        spoken = languages.named(language)
        places = Places([*spoken.layers(self._cache), (folder.resolve(), "/bot")])
        order = {**self._limits(limits, spoken), **places.order(spoken)}
        order["command"] = places.command(spoken.inside(entry, order["limits"]))
        with ExitStack() as stack:
            held, release = bubblewrap.pipe(stack)
            child, status = self._spawn(limits, order, held)
            group = None
            try:
                if self._cgroups:
                    group = Cgroup.around(child.pid, limits)
                os.write(release, b"go")
            except BaseException:
                abandon(child, status, group)
                raise
        return SandboxedProcess(child, child.pid, status, group, limits)

    def describe(self) -> str:
        """What holds the bots that this starts, in one sentence."""
        groups = "control groups" if self._cgroups else "limits of the process alone"
        return f"Landlock {version()} and system calls of its own, without namespaces; memory by {groups}"

    def _limits(self, limits: Limits, language: Language) -> dict[str, Any]:
        rlimits = bubblewrap.rlimits(limits, language.room)
        del rlimits["NPROC"]  # counted for the whole user where no namespace has users of its own
        return {"limits": rlimits, "spare": limits.threads - 1 + OTHERS}

    def _spawn(self, limits: Limits, order: dict[str, Any], held: int) -> tuple[Spawned, Status]:
        ours, theirs = os.pipe()
        filter_ = os.open(self._policy, os.O_RDONLY)
        order = {**order, "parent": os.getpid(), "status": theirs, "filter": filter_, "held": held}
        python = [f"{self._python}{rootfs.PYTHON}", "-I", "-S", "-c", self._source, json.dumps(order)]
        libraries = {"LD_LIBRARY_PATH": f"{self._python}{rootfs.LIBRARIES}"}
        try:
            command = [*self._outside, f"--cpu={limits.cpu}", *python]
            child = spawn(command, folder=Path("/"), environment=libraries, keep=(filter_, theirs, held))
        except OSError as error:
            os.close(ours)
            raise SandboxError(f"the bot's process did not start: {error}") from error
        finally:
            os.close(filter_)
            os.close(theirs)
        return child, Confinement(ours)


class Places:
    """Where the host keeps what a bot inside a sandbox of its own would find at other paths."""

    def __init__(self, layers: Sequence[tuple[Path, str]]) -> None:
        self._layers = sorted(layers, key=lambda layer: -len(layer[1]))

    def order(self, language: Language) -> dict[str, Any]:
        """What can be read and executed, and the environment."""
        root = self._layers[-1][0]
        written = (Path("/", path.relative_to(root)) for name in WRITTEN_IN for path in root.glob(name))
        readable = [path for path, _ in self._layers] + [path for path in written if path.exists()]
        environment = {name: self._outside(value) for name, value in language.environment.items()}
        return {"read": [str(path) for path in readable], "environment": {**environment, **WITHOUT}}

    def command(self, words: Sequence[str]) -> list[str]:
        """The same command from outside."""
        return [self._outside(word) for word in words]

    def _outside(self, word: str) -> str:
        for path, place in self._layers:
            if f"{word}/".startswith(f"{place.rstrip('/')}/"):
                return f"{path}{word.removeprefix(place.rstrip('/'))}"
        return word


class Confinement(Status):
    """What the process says before it becomes the bot: one byte when nothing was missing."""

    def reached_the_bot(self) -> bool:
        """Whether the sandbox was complete; to be asked after the end."""
        self._heard = self._heard or os.read(self._fd, 1)
        return bool(self._heard)


def version() -> int:
    """Of Landlock in this kernel; 0 where there is none, or where it is switched off or filtered."""
    if sys.platform != "linux":
        return 0
    return max(0, int(confine.LIBC.syscall(confine.CREATE_RULESET, None, 0, 1)))


def require(version: int) -> None:
    """SandboxError unless this version can hold a bot."""
    if version < NEEDED:
        found = f"version {version}" if version else "there is none"
        raise SandboxError(f"Landlock is missing or too old: {found}, {NEEDED} is needed")
