"""The small site of `tests.world`, served as in production: `python -m tests.served PORT`.

Wants CARAVAN_DATA to name an empty folder. Says where to find what in one line of JSON, then serves.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import ports

ROOT = Path(__file__).parents[1]

SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "caravan.settings",
    "CARAVAN_COLLECTED": "1",
    "CARAVAN_LOG_LEVEL": "WARNING",
    "CARAVAN_SECRET_KEY": "a key for tests only",
    "REDIS_URL": "memory://",
}
QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher"]
"""How passwords are hashed where a test does not ask how."""


@dataclass(frozen=True)
class Site:
    """Where the served site is, and what is on it."""

    url: str
    match: int
    moves: int
    open: int
    playing: int
    seat: int
    """Where `oryx` sat in the match."""
    asked: int
    """A move of the match at which it was asked."""
    places: dict[str, int]
    """What stands in the braces of addresses, as in test_secrecy."""
    matches: dict[str, int]
    """One of each game, at its smallest table;"""
    largest: dict[str, int]
    """and at its largest."""
    long: int
    """One of more than a thousand moves."""

    token: str
    """Of somebody who may do all that there is, with every scope."""

    @property
    def replay(self) -> str:
        """The address of a match."""
        return f"{self.url}/matches/{self.match}/"


@contextmanager
def serving(folder: Path) -> Iterator[Site]:
    """The site, made in this folder and served by a process of its own."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "CARAVAN_DATA": str(folder),
    }
    command = [sys.executable, "-m", "tests.served"]
    with (
        ports.held() as port,
        subprocess.Popen(
            [*command, str(port)], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        ) as served,
    ):
        try:
            assert served.stdout
            places = json.loads(served.stdout.readline())
            ports.wait_for(port, served)
            yield Site(f"http://127.0.0.1:{port}", **places)
        finally:
            served.terminate()


def set_up() -> None:
    """Django as in production, but for the hashing of passwords."""
    os.environ.update(SETTINGS)
    import django
    from django.conf import settings

    settings.PASSWORD_HASHERS = QUICK
    django.setup()


def main(port: int) -> None:
    """Make the site and serve it until the process is ended."""
    set_up()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from bots.play.questions import questions
    from referee.record import Record
    from tests.caravan.web.test_secrecy import places as about
    from tests.world import build, draft, long_match, of_each_game
    from tournaments.models import ApiToken, User
    from tournaments.services import tokens

    world = build()
    draft(world.season.league)
    match = world.open.matches.order_by("deal", "rotation")[0]
    places = {"match": match.pk, "moves": match.moves, "open": world.open.pk, "playing": world.playing.pk}
    seat = match.seatings.get(version__bot__name="oryx").seat
    asked = list(questions(Record.loads(match.record), seat))[2].move
    places |= {"seat": seat, "asked": asked, "places": about(world.open)}
    for name, size in (("matches", 0), ("largest", -1)):
        trials = of_each_game(world.owner, size).items()
        places[name] = {game: trial.matches.order_by("deal", "rotation")[0].pk for game, trial in trials}
    places["long"] = long_match(world.owner).pk
    everything = User.objects.create_superuser("everything")
    _, places["token"] = tokens.issue(user=everything, name="a test", scopes=[*ApiToken.Scope])
    import uvicorn

    print(json.dumps(places, default=str), flush=True)
    uvicorn.run("caravan.asgi:application", port=port, log_level="warning", ws="none", lifespan="off")


if __name__ == "__main__":
    main(int(sys.argv[1]))
