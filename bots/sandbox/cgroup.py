"""Memory and process count of one bot, held by the kernel's control groups where this process may make them.

Of version 2 in a subtree that was delegated to it, of version 1 as root. Elsewhere the limits that the bot's
own process carries do the work alone.
"""

import os
import re
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Self

from bots.sandbox import subtree
from bots.sandbox.interface import SandboxError
from bots.sandbox.languages import ROOM
from bots.sandbox.limits import Limits
from bots.sandbox.subtree import CONTROLLERS, ROOT

OPTIONAL = {"memory.swap.max", "memory.oom.group"}
"""Files that not every kernel has."""
_numbers = count()


class Cgroup:
    """The control groups of one bot; `close` ends what is still in them and removes them."""

    def __init__(self, folders: list[Path], kills: Path) -> None:
        self._folders, self._kills = folders, kills

    @classmethod
    def around(cls, pid: int, limits: Limits) -> Self:
        """New groups with a bot's limits, and its process in them."""
        group = cls.make(memory=limits.memory + ROOM, processes=limits.threads)
        try:
            group.attach(pid)
        except BaseException:
            group.close()
            raise
        return group

    @classmethod
    def make(cls, *, memory: int, processes: int) -> Self:
        """New groups with these limits; `writable` must hold."""
        name = f"{os.getpid()}-{next(_numbers)}"
        try:
            if folder := subtree.delegated():
                subtree.divide(folder)
                return cls._second(folder / f"bot-{name}", memory, processes)
            return cls._first(name, memory, processes)
        except OSError as error:
            raise SandboxError(f"a control group could not be made: {error}") from error

    @classmethod
    def _first(cls, name: str, memory: int, processes: int) -> Self:
        folders = [ROOT / controller / "caravan" / name for controller in CONTROLLERS]
        _fill(folders[0], {"memory.limit_in_bytes": memory})
        _fill(folders[1], {"pids.max": processes})
        return cls(folders, folders[0] / "memory.oom_control")

    @classmethod
    def _second(cls, folder: Path, memory: int, processes: int) -> Self:
        limits = {"memory.max": memory, "memory.swap.max": 0, "memory.oom.group": 1, "pids.max": processes}
        _fill(folder, limits)
        return cls([folder], folder / "memory.events")

    def attach(self, pid: int) -> None:
        """Put a process in, if it still is; what it starts later is in too."""
        with suppress(ProcessLookupError):
            for folder in self._folders:
                (folder / "cgroup.procs").write_text(str(pid))

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel killed for want of memory here."""
        return bool(re.search(r"^oom_kill [1-9]", self._kills.read_text(), re.MULTILINE))

    def close(self) -> None:
        """Remove the groups, once the kernel has seen that nobody is left in them."""
        for folder in self._folders:
            _end(folder)
            for _ in range(100):
                try:
                    folder.rmdir()
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.01)
                else:
                    break


def version() -> int:
    """Of the control groups that this process may make, 0 where it may make none of the kind used here."""
    if subtree.delegated():
        return 2
    return int(all(os.access(ROOT / controller / "cgroup.procs", os.W_OK) for controller in CONTROLLERS))


def writable() -> bool:
    """Whether this process may make groups of a kind used here."""
    return bool(version())


def sweep() -> None:
    """Remove what processes that were killed have left; a group in which a bot still dies can wait."""
    folders = [folder for name in CONTROLLERS for folder in (ROOT / name / "caravan").glob("*-*")]
    if ours := subtree.delegated():
        folders += ours.glob("bot-*-*")
    for folder in folders:
        if not Path("/proc", folder.name.removeprefix("bot-").partition("-")[0]).exists():
            _end(folder)
            with suppress(OSError):
                folder.rmdir()


def _fill(folder: Path, limits: dict[str, int]) -> None:
    """Make a group with what its files are to hold."""
    folder.mkdir(parents=True)
    for name, value in limits.items():
        with suppress(*((OSError,) if name in OPTIONAL else ())):
            (folder / name).write_text(str(value))


def _end(folder: Path) -> None:
    """Kill all that is in a group of version 2; those of version 1 cannot do that."""
    with suppress(OSError):
        fd = os.open(folder / "cgroup.kill", os.O_WRONLY)
        os.write(fd, b"1")
        os.close(fd)
