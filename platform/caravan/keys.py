"""Secrets that an installation makes for itself: a file each in the data folder, for its owner only."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def private_folder(path: Path) -> Path:
    """The folder, made with mode 0700 where it was missing."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def kept(path: Path, length: int = 50) -> str:
    """The secret in this file, made at the first call; processes that start together read the same one."""
    if not path.exists():
        draft = private_folder(path.parent) / f".{path.name}.{os.getpid()}"
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(length)[:length])
            os.link(draft, path)
        except FileExistsError:  # another process was first: its secret counts
            pass
        finally:
            draft.unlink(missing_ok=True)
    return path.read_text(encoding="ascii").strip()
