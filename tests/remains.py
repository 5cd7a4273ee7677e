"""What bots and the workers that play them could leave on the host, looked for from outside."""

from __future__ import annotations

import ctypes
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bots.sandbox import subtree

SYSTEM_V = {"shm": 7, "msg": 7, "sem": 4}
"""The tables of shared memory, queues and semaphores, and the column with their owner."""


def family(pid: int) -> set[int]:
    """What this process has started, whichever thread it was, and what those have started in turn."""
    children: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # it has just ended
            children.update(map(int, task.read_text().split()))
    return children.union(*map(family, children))


@contextmanager
def adopting() -> Iterator[None]:
    """What loses its parent below this process becomes its child meanwhile, so that none escapes `family`."""
    subreaper, prctl = 36, ctypes.CDLL(None).prctl
    prctl(subreaper, 1, 0, 0, 0)
    yield
    prctl(subreaper, 0, 0, 0, 0)


def reaped(known: set[int]) -> bool:
    """Whether no process but those known is left, after taking leave of those that have ended."""
    strange = family(os.getpid()) - known
    for pid in strange:
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
    return not strange


def everything() -> dict[str, object]:
    """Of this process, whatever is not to be more after a bot than it was before."""
    gc.collect()  # what earlier tests have dropped may hold descriptors
    return {
        "processes": family(os.getpid()),
        "descriptors": set(os.listdir("/proc/self/fd")),
        "mounts": Path("/proc/self/mountinfo").read_text(),
        "groups": groups(),
    }


def seers(folder: Path) -> set[int]:
    """The processes that have this folder, or something in it, mounted: bots and isolated workers."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(folder) in (process / "mountinfo").read_text():
                found.add(int(process.name))
        except OSError:
            continue
    return found


def groups(pid: int = 0) -> list[Path]:
    """The control groups of bots that this process, or another, has made."""
    name, delegated = f"{pid or os.getpid()}-*", subtree.delegated()
    made: list[Path] = [
        folder for each in subtree.CONTROLLERS for folder in subtree.ROOT.glob(f"{each}/caravan/{name}")
    ]
    return made + (list(delegated.glob(f"bot-{name}")) if delegated else [])


def shared(uids: set[int]) -> list[str]:
    """What these users have in shared memory, by either of its names."""
    rows = [(kind, line.split()) for kind in SYSTEM_V
            for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines()[1:]]  # fmt: skip
    segments = [f"{kind} {row[0]}" for kind, row in rows if int(row[SYSTEM_V[kind]]) in uids]
    return segments + [path.name for path in Path("/dev/shm").iterdir() if path.lstat().st_uid in uids]  # noqa: S108
