"""Memory and process count of one bot, held by the kernel's control groups where this process may make them.

Only version 1 hierarchies are used, which means root on an older layout. Elsewhere the limits that the bot's
own process carries (`runner.restrict`) do the work alone.
"""

import os
import re
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Self

ROOT = Path("/sys/fs/cgroup")
CONTROLLERS = ("memory", "pids")
_numbers = count()


class Cgroup:
    """The control groups of one bot; `close` removes them."""

    def __init__(self, folders: list[Path]) -> None:
        self._folders = folders

    @classmethod
    def make(cls, *, memory: int, processes: int) -> Self:
        """New groups with these limits; `writable` must hold."""
        name = f"{os.getpid()}-{next(_numbers)}"
        folders = [ROOT / controller / "caravan" / name for controller in CONTROLLERS]
        for folder in folders:
            folder.mkdir(parents=True)
        (folders[0] / "memory.limit_in_bytes").write_text(str(memory))
        (folders[1] / "pids.max").write_text(str(processes))
        return cls(folders)

    def attach(self, pid: int) -> None:
        """Put a process in, if it still is; what it starts later is in too."""
        with suppress(ProcessLookupError):
            for folder in self._folders:
                (folder / "cgroup.procs").write_text(str(pid))

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel killed for want of memory here."""
        text = (self._folders[0] / "memory.oom_control").read_text()
        return bool(re.search(r"^oom_kill [1-9]", text, re.MULTILINE))

    def close(self) -> None:
        """Remove the groups, once the kernel has seen that nobody is left in them."""
        for folder in self._folders:
            for _ in range(100):
                try:
                    folder.rmdir()
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.01)
                else:
                    break


def writable() -> bool:
    """Whether this process may make groups of the kind used here."""
    return all(os.access(ROOT / controller / "cgroup.procs", os.W_OK) for controller in CONTROLLERS)


def sweep() -> None:
    """Remove what processes that were killed have left; a group in which a bot still dies can wait."""
    for controller in CONTROLLERS:
        for folder in (ROOT / controller / "caravan").glob("*-*"):
            if not Path("/proc", folder.name.partition("-")[0]).exists():
                with suppress(OSError):
                    folder.rmdir()
