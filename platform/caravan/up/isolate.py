"""How root starts a play worker: under a uid of its own, with a view of only what it plays with.

bubblewrap makes a mount and pid namespace with the interpreter, the environment, our packages, the uploads
and the broker's socket; setpriv then gives up root. The admin's password, the database and the secret key are
not in it, and killing the outermost process kills everything inside, bots included.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from caravan.environment import ROOT

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
CONFIGURATION = (
    "ld.so.cache",
    "ssl",
    "hosts",
    "resolv.conf",
    "nsswitch.conf",
    "localtime",
    "ca-certificates",
)
PACKAGES = tuple(ROOT / name for name in ("referee", "bots", "platform"))


def isolated(
    command: Sequence[str],
    bwrap: str,
    uid: int,
    *,
    read: Iterable[Path] = (),
    network: bool,
) -> list[str]:
    """The command that runs `command` as `uid` with its own environment, these paths and no others."""
    paths = {Path(sys.base_prefix), Path(sys.prefix), *PACKAGES, *read}
    outside = sorted(path for path in paths if not path.is_relative_to("/usr"))
    return [
        bwrap, "--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts",
        *(() if network else ("--unshare-net",)),
        *system(), "--proc", "/proc", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/tmp",  # noqa: S108 - its own
        *folders(outside),
        *(word for path in outside for word in ("--ro-bind", str(path), str(path))),
        "--chdir", "/", "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--",
        "setpriv", "--reuid", str(uid), "--regid", str(uid), "--clear-groups", "--inh-caps", "-all", "--",
        *command,
    ]  # fmt: skip


def system() -> list[str]:
    """The host's programs and libraries and the few files of /etc that name resolution and TLS need."""
    words: list[str] = []
    for folder in map(Path, SYSTEM):
        if folder.is_symlink():
            words += ["--symlink", str(folder.readlink()), str(folder)]
        elif folder.is_dir():
            words += ["--ro-bind", str(folder), str(folder)]
    words += ["--perms", "0755", "--dir", "/etc"]
    for name in CONFIGURATION:
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    return words


def folders(paths: Iterable[Path]) -> list[str]:
    """The folders above these paths, open to everyone: bubblewrap itself would make them root's alone."""
    above = {parent for path in paths for parent in path.parents} - {Path("/"), Path("/tmp")}  # noqa: S108
    return [word for folder in sorted(above) for word in ("--perms", "0755", "--dir", str(folder))]
