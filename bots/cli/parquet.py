"""Rows as a Parquet file, by pyarrow where that is installed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from bots.cli.entrants import HostError
from bots.export.decisions import Decision

PORTION = 1000
"""Rows in a group of the file; no more are in memory."""
MISSING = "Parquet needs pyarrow: pip install pyarrow. JSON lines need nothing more."
TEXTS = ("match", "source", "fixture", "game", "bot", "view", "move")
"""Columns of texts, `view` of JSON; `legal` is a list of texts, `all_points` of numbers, the rest numbers."""


@contextmanager
def parquet(path: Path) -> Iterator[Callable[[Decision], None]]:
    """Writes rows in portions; HostError where pyarrow is not installed."""
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise HostError(MISSING) from None
    text, number = pyarrow.string(), pyarrow.int32()
    lists = {"legal": pyarrow.list_(text), "all_points": pyarrow.list_(number)}
    kinds = lists | dict.fromkeys(TEXTS, text)
    schema = pyarrow.schema([(name, kinds.get(name, number)) for name in Decision.__struct_fields__])
    portion: list[dict[str, Any]] = []
    with ParquetWriter(path, schema, compression="zstd") as file:

        def flush() -> None:
            file.write_batch(pyarrow.RecordBatch.from_pylist(portion, schema))
            portion.clear()

        def write(row: Decision) -> None:
            portion.append(msgspec.structs.asdict(row) | {"view": msgspec.json.encode(row.view).decode()})
            if len(portion) == PORTION:
                flush()

        yield write
        flush()
