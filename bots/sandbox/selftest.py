"""What this host can do: found out by running a bot that tries, never by reading settings."""

import functools
import json
import os
import select
import sys

from bots.sandbox import bubblewrap, landlock, rootfs
from bots.sandbox.interface import Holding, Launcher, Rung, SandboxError
from bots.sandbox.limits import Limits
from bots.sandbox.process import Process
from bots.sandbox.remedies import remedy

PATIENCE = 20.0
OR_LANDLOCK = " Or accept the weaker sandbox that this kernel has: CARAVAN_SANDBOX=landlock."
HELLO = {"type": "hello", "protocol": 1, "game": "", "seats": 2, "rules": {}, "clocks": {}}


def detect(cached: bool = True) -> Rung:
    """How well this host can hold strangers' code; asked once for each process unless told otherwise."""
    if not cached:
        _detected.cache_clear()
    return _detected()


@functools.cache
def _detected() -> Rung:
    try:
        name = wanted()
        return Rung(name, attempt(name))
    except SandboxError as error:
        reason = str(error)
    instead = OR_LANDLOCK if "bwrap" in reason and landlock.version() >= landlock.NEEDED else ""
    return Rung("none", reason, remedy(reason) + instead)


def wanted() -> Holding:
    """The rung to take: the lower only where CARAVAN_SANDBOX says so, never because this one fails."""
    match os.environ.get("CARAVAN_SANDBOX", ""):
        case "" | "full":
            return "full"
        case "landlock":
            return "landlock"
        case other:
            raise SandboxError(f"CARAVAN_SANDBOX says {other!r}, which is no sandbox")


def attempt(name: Holding) -> str:
    """Run the probe on this rung; a word on what holds it, or SandboxError with what did not."""
    if sys.platform != "linux":
        raise SandboxError(f"the sandbox needs Linux, this is {sys.platform}")
    launcher = plain_launcher(name)
    prove(launcher, name)
    return launcher.describe()


def plain_launcher(name: Holding) -> bubblewrap.Launcher | landlock.Launcher:
    """What this rung has for a single start, without a warm process."""
    return bubblewrap.Launcher() if name == "full" else landlock.Launcher()


def prove(launcher: Launcher, name: Holding) -> None:
    """Run the probe; SandboxError with what it could do, if it could do anything that this rung forbids."""
    probe = rootfs.site_layer() / "probe"
    with launcher.launch(probe, f"{name}.py", "python", Limits()) as process:
        os.write(process.stdin, json.dumps(HELLO).encode() + b"\n")
        ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
        if not (ready and os.read(process.stdout, 4096)):
            raise SandboxError(complaint(process))


def complaint(process: Process) -> str:
    """The probe's last line, else how it ended."""
    words = process.exit().words
    try:
        log = os.read(process.stderr, 1 << 16).decode(errors="replace").strip()
    except BlockingIOError:
        log = ""
    return log.splitlines()[-1] if log else f"the probe {words}"
