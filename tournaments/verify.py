"""`python -m tournaments.verify FILE`: proves the archive of a closed season."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tournaments.archive.proof import prove
from tournaments.archive.reading import ArchiveFalse


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0, or 1 and the first place that does not hold on stderr; argparse exits with 2."""
    parser = argparse.ArgumentParser(prog="python -m tournaments.verify", description=__doc__)
    parser.add_argument("file", type=Path, help="as downloaded from the season's page")
    asked = parser.parse_args(arguments)
    try:
        prove(asked.file, print)
    except ArchiveFalse as error:
        print(f"verify: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"verify: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
