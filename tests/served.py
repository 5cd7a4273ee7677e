"""The small site of `tests.world`, served as in production: `python -m tests.served PORT`.

Wants CARAVAN_DATA to name an empty folder. Says where to find what in one line of JSON, then serves.
"""

from __future__ import annotations

import json
import os
import sys

SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "caravan.settings",
    "CARAVAN_COLLECTED": "1",
    "CARAVAN_LOG_LEVEL": "WARNING",
    "CARAVAN_SECRET_KEY": "a key for tests only",
    "REDIS_URL": "memory://",
}
QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher"]
"""How passwords are hashed where a test does not ask how."""


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
    import uvicorn

    print(json.dumps(places, default=str), flush=True)
    uvicorn.run("caravan.asgi:application", port=port, log_level="warning", ws="none", lifespan="off")


if __name__ == "__main__":
    main(int(sys.argv[1]))
