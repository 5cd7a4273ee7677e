"""Where the sandbox keeps what it builds once: folders named by what is in them, complete or not there.

A process holds a lock on each folder that it was given, as long as it lives: bots look into it. When another
of the same kind is built, those that nobody has used for a day go.
"""

import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from bots.sandbox.interface import SandboxError

SYSTEM = Path("/var/cache/caravan")
"""Of the whole host: written by root, read by every play worker."""
UNUSED = 24 * 3600
"""Seconds after which a folder that nobody holds may go."""
_held: dict[Path, int] = {}


def own_cache() -> Path:
    """Where this process builds: CARAVAN_CACHE, else the host's as root, else below CARAVAN_DATA or home."""
    if chosen := os.environ.get("CARAVAN_CACHE"):
        return Path(chosen)
    if os.geteuid() == 0:
        return SYSTEM
    if data := os.environ.get("CARAVAN_DATA"):
        return Path(data, "cache")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if not os.path.isabs(home):
        raise SandboxError("the sandbox could not be built: this user has no home")
    return Path(home, "caravan")


def cached(name: str, build: Callable[[Path], None], cache: Path | None = None) -> Path:
    """The folder `name`, built by `build` if neither this cache nor the host's has it.

    Any number of processes may ask at once: each works in a folder of its own and the first renames it into
    place. Every user of the host can read the result.
    """
    if hold(SYSTEM / name):
        return SYSTEM / name
    cache = cache or own_cache()
    try:
        while not hold(cache / name):
            prune(cache, name.partition("-")[0])
            _build(cache, name, build)
    except OSError as error:
        raise SandboxError(f"{name} could not be built in {cache}: {error}") from error
    return cache / name


def hold(folder: Path) -> bool:
    """Whether the folder is there; nobody removes it then while this process lives."""
    if folder in _held and not _is(_held[folder], folder):
        os.close(_held.pop(folder))
    if folder not in _held:
        try:
            fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        except (FileNotFoundError, PermissionError):
            return False
        fcntl.flock(fd, fcntl.LOCK_SH)
        if not _is(fd, folder):  # it was removed while we waited
            os.close(fd)
            return False
        with suppress(OSError):  # the host's is not ours to touch
            os.utime(fd)
        _held[folder] = fd
    return True


def prune(cache: Path, kind: str) -> None:
    """Remove folders of this kind that nobody holds or has used for long, and what broken builds left."""
    for folder in [*cache.glob(f"{kind}-*"), *cache.glob(".*")]:
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > UNUSED:
                _remove(folder)


def digest(*parts: object, files: Iterable[Path] = ()) -> str:
    """A short name for this content: of files by what they hold, of anything else by how it prints."""
    sum_ = hashlib.sha256(repr(parts).encode())
    for file in sorted(files):
        sum_.update(file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return sum_.hexdigest()[:16]


def _is(fd: int, folder: Path) -> bool:
    with suppress(OSError):
        return os.path.samestat(os.fstat(fd), folder.stat())
    return False


def _remove(folder: Path) -> None:
    """In one step for whoever looks for it; OSError if somebody holds it."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with tempfile.TemporaryDirectory(prefix=".old.", dir=folder.parent) as scratch:
            folder.rename(Path(scratch, folder.name))
    finally:
        os.close(fd)


def _build(cache: Path, name: str, build: Callable[[Path], None]) -> None:
    cache.mkdir(parents=True, exist_ok=True, mode=0o755)
    with tempfile.TemporaryDirectory(prefix=f".{name}.", dir=cache) as scratch:
        draft = Path(scratch, name)
        draft.mkdir()
        build(draft)
        _open_to_all(draft)
        try:
            draft.rename(cache / name)
        except OSError:
            if not (cache / name).is_dir():
                raise  # else somebody was faster


def _open_to_all(folder: Path) -> None:
    for path, _, files in os.walk(folder):
        Path(path).chmod(0o755)
        for file in files:
            own = Path(path, file)
            own.chmod(0o755 if own.stat().st_mode & 0o100 else 0o644)


def copy_tree(source: Path, goal: Path, keep: Callable[[Path], bool] = lambda path: True) -> None:
    """Copy the files and folders that `keep` wants, links as what they lead to, with their times."""

    def ignored(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if not keep(Path(folder, name))]

    shutil.copytree(source, goal, ignore=ignored, dirs_exist_ok=True, ignore_dangling_symlinks=True)
