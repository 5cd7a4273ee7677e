"""The files of a version, for its owner to read."""

from __future__ import annotations

from dataclasses import dataclass

from bots.upload.store import Store

MAX_SHOWN = 100_000


@dataclass(frozen=True, slots=True)
class File:
    """A stored file; `text` is None where it is binary or too long to show."""

    path: str
    size: int
    text: str | None


def files(store: Store, digest: str) -> list[File]:
    """All files of a version by path; MissingVersionError when the store lost it."""
    root = store.path(digest)
    return [
        _file(str(path.relative_to(root)), path.read_bytes())
        for path in sorted(root.rglob("*"))
        if path.is_file()
    ]


def _file(path: str, content: bytes) -> File:
    try:
        text = content.decode() if len(content) <= MAX_SHOWN else None
    except UnicodeDecodeError:
        text = None
    return File(path, len(content), text)
