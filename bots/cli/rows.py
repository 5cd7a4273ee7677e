"""Where rows are written: JSON lines to a file or the screen, or a Parquet file."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from bots.cli.parquet import parquet
from bots.export.decisions import Decision

Write = Callable[[Decision], None]


@contextmanager
def opened(output: Path | None) -> Iterator[Write]:
    """Takes rows for a file, which is there when all are written, or else for the screen.

    A link leads to the file; a device or a pipe stays what it is, and takes lines as they come.
    """
    if output is None:
        yield lines(sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    output = output.resolve()
    if output.exists() and not output.is_file():
        with output.open("wb") as file:
            yield lines(file)
        return
    unfinished = output.with_name(f"{output.name}.part")
    try:
        if output.suffix == ".parquet":
            with parquet(unfinished) as write:
                yield write
        else:
            with unfinished.open("wb") as file:
                yield lines(file)
        unfinished.replace(output)
    finally:
        unfinished.unlink(missing_ok=True)


def lines(file: BinaryIO) -> Write:
    """Writes a JSON object a line."""
    encode = msgspec.json.Encoder().encode

    def write(row: Decision) -> None:
        file.write(encode(row) + b"\n")

    return write
