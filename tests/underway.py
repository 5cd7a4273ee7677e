"""The small site with a fixture under way, served: `python -m tests.underway PORT`; started again it goes on.

`python -m tests.underway build` only makes it.

`python -m tests.underway feed` is the worker that plays that fixture: it does what it reads, a line at a time
("tell 5", "rest", "replace", "finish"), and says how many moves it has told of in which match.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.served import SETTINGS


def built(folder: Path) -> int:
    """The fixture under way on the site in this folder, which is made unless it is there."""
    from django.core.management import call_command

    from tests.world import build

    note = folder / "underway"
    if not note.exists():
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        note.write_text(str(build().playing.pk))
    return int(note.read_text())


def fed(fixture: int, lines: Iterator[str]) -> Iterator[str]:
    """Does what each line says."""
    from tests.paper import hired, replaced
    from tournaments.models import Fixture

    worker = hired(Fixture.objects.get(pk=fixture))
    for line in lines:
        match line.split():
            case ["tell", count]:
                assert worker.tell(int(count))
            case ["rest"]:
                assert worker.tell_rest()
            case ["replace"]:
                worker = replaced(worker)
            case ["finish"]:
                assert worker.finish()
        yield json.dumps({"match": worker.match, "told": worker.told, "frames": worker.frames(worker.match)})


def main(asked: str) -> None:
    """Build, serve at a port, or feed."""
    os.environ.update(SETTINGS)
    import django

    django.setup()
    fixture = built(Path(os.environ["CARAVAN_DATA"]))
    if asked == "build":
        return
    if asked == "feed":
        for answer in fed(fixture, iter(sys.stdin)):
            print(answer, flush=True)
        return
    import uvicorn

    print(json.dumps({"fixture": fixture}), flush=True)
    uvicorn.run(
        "caravan.asgi:application",
        port=int(asked),
        log_level="warning",
        ws="none",
        lifespan="off",
        timeout_graceful_shutdown=1,
    )


if __name__ == "__main__":
    main(sys.argv[1])
