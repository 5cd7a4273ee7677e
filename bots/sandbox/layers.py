"""The sandbox taken apart: each layer looked at by itself, so that an operator sees which one is missing.

What decides is the self-test, which tries all of them together.
"""

import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from bots.sandbox import bubblewrap, cgroup, forkserver, landlock, languages, rootfs, seccomp
from bots.sandbox.interface import SandboxError
from bots.sandbox.limits import Limits
from bots.sandbox.remedies import remedy
from bots.sandbox.selftest import prove


@dataclass(frozen=True)
class Layer:
    """One part of what holds a bot, or of what it may be written in."""

    name: str
    found: str
    """What is there, or why it is not."""
    ok: bool = True
    remedy: str = ""


def examine(name: str, look: Callable[[], str]) -> Layer:
    """The layer that `look` describes; a SandboxError of its is what is wrong with it."""
    try:
        return Layer(name, look())
    except SandboxError as error:
        return Layer(name, str(error), ok=False, remedy=remedy(str(error)))


def layers() -> list[Layer]:
    """From the outermost to the innermost."""
    return [examine(name, look) for name, look in LOOKS.items()]


def spoken() -> list[Layer]:
    """Every language that bots are written in, and what this host lacks for it."""
    missing = {name: language.complaint() for name, language in languages.LANGUAGES.items()}
    return [Layer(name, words or "can be run", ok=not words) for name, words in missing.items()]


def user() -> str:
    """Whom bots run as on the host."""
    if bubblewrap.as_ordinary_user():
        return f"root, who starts bots as user {bubblewrap.ORDINARY}"
    return f"user {os.geteuid()}"


def namespaces() -> str:
    """Which bubblewrap makes them, shown by starting the interpreter in a set of them."""
    program = bubblewrap.bwrap(None)
    mounts = bubblewrap.mounts(languages.named("python"), None)
    command = [*bubblewrap.as_ordinary_user(), program, *bubblewrap.ISOLATION, *mounts]
    try:
        made = subprocess.run(
            [*command, "--", rootfs.PYTHON, "-S", "-c", ""], capture_output=True, text=True, timeout=20
        )
        version = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SandboxError(f"bubblewrap did not start: {error}") from error
    if made.returncode:
        raise SandboxError(made.stderr.strip() or f"bubblewrap ended with {made.returncode}")
    return f"user, process, network, IPC, host name, mounts by {program} ({version.stdout.strip()})"


def files() -> str:
    """The two read-only layers, built if they are not there."""
    return f"{rootfs.python_layer()} and {rootfs.site_layer()}"


def filter_() -> str:
    """The compiled list of system calls, built if it is not there."""
    return str(seccomp.policy())


def limits() -> str:
    """What each process of a bot gets by default."""
    granted = Limits()
    return (
        f"{granted.memory >> 20} MB, {granted.threads} threads, {granted.files} open files, no file written"
    )


def control_groups() -> str:
    """Which kind holds memory and processes together."""
    if version := cgroup.version():
        return f"version {version}: memory and pids"
    raise SandboxError("none that this user may make: the limits of the process do it alone")


def lower_rung() -> str:
    """Whether this kernel has what stands in for namespaces where CARAVAN_SANDBOX=landlock says so."""
    landlock.require(landlock.version())
    return f"version {landlock.version()}, used only where CARAVAN_SANDBOX=landlock"


def fork_server() -> str:
    """Whether Python bots can be forks of a warm process, shown by the self-test as one."""
    with forkserver.Launcher() as launcher:
        prove(launcher, "full")
    return "warm: Python bots are forks of it"


LOOKS: dict[str, Callable[[], str]] = {
    "user": user,
    "namespaces": namespaces,
    "files": files,
    "system calls": filter_,
    "limits": limits,
    "control groups": control_groups,
    "fork server": fork_server,
    "landlock": lower_rung,
}
