"""Files that are there whole or not at all, and what is said where they cannot be written."""

import errno
from pathlib import Path

import click

from bots.cli.entrants import HostError

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""There is no room: the host's fault, where another place would be the caller's."""


def whole(path: Path, text: str) -> None:
    """Writes a file, beside its place until all of it is there; a device or a pipe takes it as it comes."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    draft = path.with_name(f"{path.name}.part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def unwritten(place: Path, error: OSError) -> click.ClickException:
    """What ends a command that could not write there."""
    kind = HostError if error.errno in FULL else click.UsageError
    return kind(f"{place} cannot be written: {error.strerror}.")
