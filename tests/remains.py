"""What bots and the workers that play them could leave on the host, looked for from outside."""

from __future__ import annotations

import os
from pathlib import Path

from bots.sandbox import cgroup

SYSTEM_V = {"shm": 7, "msg": 7, "sem": 4}
"""The tables of shared memory, queues and semaphores, and the column with their owner."""


def children() -> set[str]:
    """Of this process, whichever thread has started them."""
    return {pid for task in os.listdir("/proc/self/task")
            for pid in Path(f"/proc/self/task/{task}/children").read_text().split()}  # fmt: skip


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


def groups(pid: int | str = "") -> list[Path]:
    """The control groups of bots that this process has made."""
    made = (cgroup.ROOT.glob(f"{name}/caravan/{pid or os.getpid()}-*") for name in cgroup.CONTROLLERS)
    return [folder for one in made for folder in one]


def shared(uids: set[int]) -> list[str]:
    """What these users have in shared memory, by either of its names."""
    rows = [(kind, line.split()) for kind in SYSTEM_V
            for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines()[1:]]  # fmt: skip
    segments = [f"{kind} {row[0]}" for kind, row in rows if int(row[SYSTEM_V[kind]]) in uids]
    return segments + [path.name for path in Path("/dev/shm").iterdir() if path.lstat().st_uid in uids]  # noqa: S108
