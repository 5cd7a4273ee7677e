"""The small site with a fixture under way, served: `python -m tests.underway PORT`; started again it goes on.

`python -m tests.underway build` only makes it.

`python -m tests.underway feed` is the worker that plays that fixture: it does what it reads, a line at a time
("tell 5", "rest", "replace", "finish"), and says how many moves it has told of in which match.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests import ports
from tests.served import set_up

ROOT = Path(__file__).parents[1]


def built(folder: Path) -> int:
    """The fixture under way on the site in this folder, which is made unless it is there."""
    from django.core.management import call_command

    from tests.world import build

    note = folder / "underway"
    if not note.exists():
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        note.write_text(str(build().playing.pk))
    return int(note.read_text())


def fed(fixture: int, lines: Iterator[str]) -> Iterator[str]:
    """Does what each line says."""
    from tests.paper import hired, replaced
    from tournaments.models import Fixture

    worker = hired(Fixture.objects.get(pk=fixture))
    for line in lines:
        match line.split():
            case ["tell", count]:
                assert worker.tell(int(count))
            case ["rest"]:
                assert worker.tell_rest()
            case ["replace"]:
                worker = replaced(worker)
            case ["finish"]:
                assert worker.finish()
        yield json.dumps({"match": worker.match, "told": worker.told, "frames": worker.frames(worker.match)})


def main(asked: str) -> None:
    """Build, serve at a port, or feed."""
    set_up()
    fixture = built(Path(os.environ["CARAVAN_DATA"]))
    if asked == "build":
        return
    if asked == "feed":
        for answer in fed(fixture, iter(sys.stdin)):
            print(answer, flush=True)
        return
    import uvicorn

    print(json.dumps({"fixture": fixture}), flush=True)
    uvicorn.run(
        "caravan.asgi:application",
        port=int(asked),
        log_level="warning",
        ws="none",
        lifespan="off",
        timeout_graceful_shutdown=1,
    )


def environment(folder: Path) -> dict[str, str]:
    """What its processes are told."""
    path = f"{ROOT}:{ROOT / 'platform'}"
    here = {"CARAVAN_DATA": str(folder), "CARAVAN_STREAMS_PER_ADDRESS": "1000"}  # all watch from here
    return {"PATH": os.environ["PATH"], "PYTHONPATH": path, **here}


class Underway:
    """A site with a fixture under way, and the worker that plays it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._environment = environment(folder)
        self._server: subprocess.Popen[str] | None = None
        self.serve()
        self._worker = self._start("feed")

    def _start(self, asked: str) -> subprocess.Popen[str]:
        command, pipe = [sys.executable, "-m", "tests.underway", asked], subprocess.PIPE
        return subprocess.Popen(
            command, cwd=ROOT, env=self._environment, stdin=pipe, stdout=pipe, text=True
        )  # the caller ends it

    def serve(self) -> None:
        """Start the server, at the same place as before."""
        self._server = self._start(str(self.port))
        assert self._server.stdout
        self.fixture: int = json.loads(self._server.stdout.readline())["fixture"]
        while not ports.answers(self.port):
            assert self._server.poll() is None
            time.sleep(0.1)

    def stop(self) -> None:
        """End the server as an operator does."""
        assert self._server
        self._server.terminate()
        self._server.communicate()

    def do(self, what: str) -> dict[str, Any]:
        """Have the worker do something; its match, all moves as spectators see them, how many are told."""
        assert self._worker.stdin
        assert self._worker.stdout
        self._worker.stdin.write(f"{what}\n")
        self._worker.stdin.flush()
        told: dict[str, Any] = json.loads(self._worker.stdout.readline())
        return told

    def end(self) -> None:
        """Leave nothing behind."""
        self.stop()
        self._worker.communicate()

    @property
    def server(self) -> int:
        """The number of the server's process."""
        assert self._server
        return self._server.pid

    @property
    def path(self) -> str:
        """The page of the fixture under way."""
        return f"/fixtures/{self.fixture}/live/"


if __name__ == "__main__":
    main(sys.argv[1])
