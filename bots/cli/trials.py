"""What came of the trials of a version on a server, and where its faults are told."""

import time
from collections.abc import Iterator

from bots.client.row import Row
from bots.client.server import Server
from bots.quoting import printable
from referee.games import GAMES

PAUSE = 1.0
"""Seconds between two looks."""
UNDECIDED = ("checking", "trial")
UNDER_WAY = ("waiting", "queued", "playing")


def decided(here: Server, version: Row) -> Row:
    """The version once all its trials are over, with these."""
    path = ("bots", version["bot"], "versions", version["number"])
    while _undecided(version):
        time.sleep(PAUSE)
        version = here.get(*path)
    return Row({**version, "trials": list(here.rows(*path, "trials"))})


def _undecided(version: Row) -> bool:
    states = [trial["state"] for trial in version["trials"]]
    return version["state"] in UNDECIDED or any(state in UNDER_WAY for state in states)


def passed(version: Row) -> bool:
    """Whether it has failed in none of its games."""
    return version["state"] != "refused" and not any(trial["passed"] is False for trial in newest(version))


def newest(version: Row) -> list[Row]:
    """The last trial in each game: of what is void there is another."""
    return list({trial["game"]: trial for trial in reversed(version["trials"])}.values())


def verdicts(version: Row) -> Iterator[str]:
    """A line for each game, and one with the command that shows what happened."""
    for trial in newest(version):
        title = GAMES[trial["game"]].title if trial["game"] in GAMES else trial["game"]
        if not trial["faults"]:
            yield f"✓ {title}: without a fault"
            continue
        first = trial["faults"][0]
        yield printable(f"✗ {title}: it {first['reason'] or first['fault']}")
        yield f"  caravan logs {first['match']} {first['seat']}"
