"""The part of the version 2 tree of control groups that was delegated to this process, if any was.

systemd marks it for a service with `Delegate=memory pids`; a container's own tree, writable, is all of it. A
group with processes in it may not limit groups below it, so this process and its siblings move into a leaf.
"""

import errno
import os
import re
from contextlib import suppress
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")
CONTROLLERS = ("memory", "pids")
LEAF = "workers"
ATTEMPTS = 10
"""So often processes are moved that appear while others are moved."""


def delegated() -> Path | None:
    """The folder in which this process may make groups with limits."""
    own = _own()
    if own and own.name == LEAF:
        own = own.parent
    return own if own and _marked(own) and _usable(own) else None


def divide(folder: Path) -> None:
    """Let groups below this one have limits of their own; OSError where the kernel does not."""
    control = folder / "cgroup.subtree_control"
    if set(CONTROLLERS) <= set(control.read_text().split()):
        return
    (folder / LEAF).mkdir(exist_ok=True)
    for left in reversed(range(ATTEMPTS)):
        for pid in (folder / "cgroup.procs").read_text().split():
            with suppress(ProcessLookupError):
                (folder / LEAF / "cgroup.procs").write_text(pid)
        try:
            control.write_text(" ".join(f"+{controller}" for controller in CONTROLLERS))
        except OSError as error:
            if error.errno != errno.EBUSY or not left:
                raise
        else:
            break


def _own() -> Path | None:
    """Where this process is now."""
    with suppress(OSError):
        path = re.search(r"^0::/(.*)$", OWN.read_text(), re.MULTILINE)
        roots = [root for root in (ROOT, ROOT / "unified") if (root / "cgroup.controllers").exists()]
        return roots[0] / path[1] if path and roots else None
    return None


def _marked(folder: Path) -> bool:
    """Whether somebody has given it away: without that it is to be left alone, writable or not."""
    if folder in (ROOT, ROOT / "unified"):
        return (folder / "memory.max").exists()  # the host's own root has no limit
    for name in ("user.delegate", "trusted.delegate"):
        with suppress(OSError):
            return os.getxattr(folder, name) == b"1"
    return False


def _usable(folder: Path) -> bool:
    with suppress(OSError):
        there = (folder / "cgroup.controllers").read_text().split()
        writable = all(os.access(path, os.W_OK) for path in (folder, folder / "cgroup.procs"))
        return writable and set(CONTROLLERS) <= set(there)
    return False
