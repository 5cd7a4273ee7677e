"""A Redis of one's own on the network of this machine, gone after use."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from caravan.up import programs
from tests import ports
from tests.launched import PATIENCE, eventually


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Runs one that keeps nothing; its address as in REDIS_URL."""
    with ports.held() as port:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        process = subprocess.Popen([programs.server(), *options], stdout=subprocess.DEVNULL)
        try:
            assert eventually(lambda: ports.answers(port))
            yield f"redis://127.0.0.1:{port}/3"
        finally:
            process.terminate()
            process.wait(PATIENCE)
