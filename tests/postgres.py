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

from tests import remains

ROLE = "caravan"


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`; None where there is none, or a user whom no account names."""
    try:
        pwd.getpwuid(os.geteuid())  # PostgreSQL insists
    except KeyError:
        return None
    folders = [*Path("/usr/lib/postgresql").glob("*/bin"), Path(shutil.which("initdb") or "/").parent]
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


class Server:
    """A server in a folder of its own; `user` runs it, None: that of the tests."""

    def __init__(self, binaries: Path, folder: Path, user: str | None) -> None:
        self._binaries, self._folder, self._user = binaries, folder, user
        self.address = f"postgres://{ROLE}@{str(folder).replace('/', '%2F')}/postgres"
        options = ["-A", "trust", "-U", ROLE, "--no-sync", "--encoding=UTF8", "--locale=C"]
        subprocess.run(
            [binaries / "initdb", "-D", folder / "data", *options],
            user=user, cwd=folder, check=True, capture_output=True,
        )  # fmt: skip

    def start(self) -> None:
        """Returns when it answers; after a kill it has to wait for what is left of the one before."""
        for _ in range(400):
            self._launch()
            while self._process.poll() is None:
                if self._answers():
                    return
                time.sleep(0.05)
            time.sleep(0.05)
        raise RuntimeError((self._folder / "log").read_text())

    def _launch(self) -> None:
        places = ["-D", self._folder / "data", "-k", self._folder]
        with (self._folder / "log").open("a") as log:
            self._process = subprocess.Popen(
                [self._binaries / "postgres", "-F", "-c", "listen_addresses=", *places],
                user=self._user, cwd=self._folder, stderr=log,
            )  # fmt: skip

    def _answers(self) -> bool:
        try:
            psycopg.connect(host=str(self._folder), user=ROLE, dbname="postgres").close()
        except psycopg.OperationalError:
            return False
        return True

    def family(self) -> set[int]:
        """All its processes, now."""
        return {self._process.pid, *remains.family(self._process.pid)}

    def kill(self) -> None:
        """Ends the process that looks after all others, which ends them too, without a word to anybody."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Ends it in good order."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(600)


@contextmanager
def running(binaries: Path) -> Iterator[Server]:
    """A server that is thrown away; it runs as an ordinary user also where the tests are root's."""
    user = "postgres" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="caravan-postgres-") as name:
        if user:
            shutil.chown(name, user)
        server = Server(binaries, Path(name), user)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def server(binaries: Path) -> Iterator[str]:
    """The address of one that runs meanwhile, as in DATABASE_URL."""
    with running(binaries) as one:
        yield one.address
