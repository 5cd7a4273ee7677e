"""Ports of this machine for servers that want a number."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def held() -> Iterator[int]:
    """A port that nobody is given meanwhile; who asks for it by number may listen there."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield int(holder.getsockname()[1])


def answers(port: int) -> bool:
    """Whether anybody listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_for(port: int, running: subprocess.Popen[Any], log: Path | None = None) -> None:
    """Until the program listens; its last words if it ends instead."""
    for _ in range(6000):
        if running.poll() is not None:
            raise ChildProcessError(log.read_text() if log else f"ended with {running.returncode}")
        if answers(port):
            return
        time.sleep(0.1)
    raise TimeoutError(f"nobody listens on {port}")
