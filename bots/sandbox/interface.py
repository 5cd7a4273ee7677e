"""What starts a bot, and what a host is able to do about strangers' code."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from bots.sandbox.limits import Limits
from bots.sandbox.process import Process

Holding = Literal["full", "landlock"]
"""The rungs on which bots can be held."""


class SandboxError(Exception):
    """The sandbox itself failed: never the bot's fault, so the attempt fails and is repeated."""


@dataclass(frozen=True)
class Rung:
    """How well this host can hold strangers' code.

    `full` is bubblewrap with everything; `landlock` is less and only where it was asked for by name; `none`
    means that strangers' code must be refused.
    """

    name: Literal["full", "landlock", "none"]
    reason: str
    """What the self-test saw, in one sentence."""
    remedy: str = ""
    """What the operator can do about it; empty when nothing is amiss."""

    @property
    def complaint(self) -> str:
        """Why strangers' bots must be refused and what helps, in a sentence each; else nothing."""
        if self.name != "none":
            return ""
        return f"This host cannot isolate bots: {self.reason.rstrip('.')}. {self.remedy}".strip()


class Launcher(Protocol):
    """Starts bots; the bot may be trusted as far as the launcher's module says."""

    def launch(self, folder: Path, entry: str, language: str, limits: Limits) -> Process:
        """Start the file `entry` of the upload unpacked in `folder`; SandboxError if that cannot be done.

        Call it from the thread that stays for the whole session: a bot dies with the thread that started it.
        """
        ...
