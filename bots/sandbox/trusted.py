"""Plain processes, without any isolation: only ever for a developer's own files, asked for by name."""

import os
import sys
from pathlib import Path

from bots.sandbox import languages
from bots.sandbox.interface import SandboxError
from bots.sandbox.limits import Limits
from bots.sandbox.process import Process, spawn

ENVIRONMENT = {
    "MALLOC_ARENA_MAX": "2",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


class Launcher:
    """Starts a bot with the programs, the packages and the rights of whoever runs this."""

    def launch(self, folder: Path, entry: str, language: str, limits: Limits) -> Process:
        """Start it in a process group of its own, so that `kill` also ends what it has started."""
        spoken = languages.named(language)
        command = spoken.outside(folder.resolve() / entry, rlimits(limits, spoken.room))
        try:
            child = spawn(command, folder=folder, environment=environment())
        except OSError as error:
            raise SandboxError(f"the bot's process did not start: {error}") from error
        return Process(child, child.pid)


def environment() -> dict[str, str]:
    """The developer's own, but for settings of Python and node that would make a bot play otherwise."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NODE_"))}
    path = {"PYTHONPATH": os.environ["PYTHONPATH"]} if "PYTHONPATH" in os.environ else {}
    return ours | path | ENVIRONMENT


def rlimits(limits: Limits, room: int = languages.ROOM) -> dict[str, int]:
    """The few that hold for a process among others of its user; none where the system knows no such limit."""
    if sys.platform != "linux":
        return {}
    memory = {"AS": limits.memory + room, "DATA": limits.memory + languages.ROOM}
    return {**memory, "CPU": limits.cpu, "CORE": 0}
