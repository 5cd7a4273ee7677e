"""A PostgreSQL server of one's own: a socket in a temporary folder, gone after use."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

ROLE = "caravan"


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`; None where there is none, or a user whom no account names."""
    try:
        pwd.getpwuid(os.geteuid())  # PostgreSQL insists
    except KeyError:
        return None
    folders = [*Path("/usr/lib/postgresql").glob("*/bin"), Path(shutil.which("initdb") or "/").parent]
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


@contextmanager
def server(binaries: Path) -> Iterator[str]:
    """Runs a server, as an ordinary user also where the tests are root's; its address as in DATABASE_URL."""
    user = "postgres" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="caravan-postgres-") as name:
        folder = Path(name)
        if user:
            shutil.chown(folder, user)
        with _running(binaries, folder, user):
            yield f"postgres://{ROLE}@{name.replace('/', '%2F')}/postgres"


@contextmanager
def _running(binaries: Path, folder: Path, user: str | None) -> Iterator[None]:
    """A new server in a folder that is the user's own; None: the user of the tests."""
    data = folder / "data"
    options = ["-D", data, "-A", "trust", "-U", ROLE, "--no-sync", "--encoding=UTF8", "--locale=C"]
    subprocess.run([binaries / "initdb", *options], user=user, cwd=folder, check=True, capture_output=True)
    command = [binaries / "postgres", "-D", data, "-F", "-k", folder, "-c", "listen_addresses="]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, user=user, cwd=folder, stderr=log)
    try:
        _wait(folder, process)
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)


def _wait(folder: Path, process: subprocess.Popen[bytes]) -> None:
    """Until it answers."""
    for _ in range(400):
        try:
            psycopg.connect(host=str(folder), user=ROLE, dbname="postgres").close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None:
                break
            time.sleep(0.05)
    raise RuntimeError((folder / "log").read_text())
