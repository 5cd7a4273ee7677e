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
    folder = Path(tempfile.mkdtemp(prefix="caravan-postgres-"))
    user = "postgres" if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    data = folder / "data"
    options = ["-D", data, "-A", "trust", "-U", ROLE, "--no-sync", "--encoding=UTF8", "--locale=C"]
    subprocess.run([binaries / "initdb", *options], user=user, cwd=folder, check=True, capture_output=True)
    command = [binaries / "postgres", "-D", data, "-F", "-k", folder, "-c", "listen_addresses="]
    log = (folder / "log").open("w")
    process = subprocess.Popen(command, user=user, cwd=folder, stderr=log)
    try:
        _wait(folder, process)
        yield f"postgres://{ROLE}@{str(folder).replace('/', '%2F')}/postgres"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)
        log.close()
        shutil.rmtree(folder)


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
