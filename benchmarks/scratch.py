"""Where a benchmark works: a folder of its own, gone afterwards, on which its process may be a Caravan."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def folder() -> Iterator[Path]:
    """One that bots of another user can read."""
    with tempfile.TemporaryDirectory(prefix="caravan-bench-") as path:
        Path(path).chmod(0o755)
        try:
            yield Path(path)
        finally:
            for place, _, _ in os.walk(path):
                os.chmod(place, 0o700)  # a store's folders cannot be emptied otherwise


def settle(folder: Path) -> None:
    """Makes this process one of a Caravan on this folder; nothing may have looked at its settings before."""
    os.environ.update(CARAVAN_DATA=str(folder), REDIS_URL=f"unix://{folder}/broker/socket",
                      CARAVAN_LOG_LEVEL="ERROR", DJANGO_SETTINGS_MODULE="caravan.settings")  # fmt: skip
