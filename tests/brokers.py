"""A Redis of one's own on the network of this machine, gone after use."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from caravan import programs
from tests.launched import PATIENCE, eventually


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Runs one that keeps nothing; its address as in REDIS_URL."""
    with _held_port() as port:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        process = subprocess.Popen([programs.server(), *options], stdout=subprocess.DEVNULL)
        try:
            assert eventually(lambda: _answers(port))
            yield f"redis://127.0.0.1:{port}/3"
        finally:
            process.terminate()
            process.wait(PATIENCE)


@contextmanager
def _held_port() -> Iterator[int]:
    """A port that nobody is given meanwhile; who asks for it by number may listen there."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
