"""Run by any Python: prints its version and the digests of some matches, as JSON."""

import json
import sys

from referee.games import GAMES
from referee.playthrough import random_match

print(
    json.dumps(
        {
            "python": ".".join(map(str, sys.version_info[:3])),
            "digests": {
                f"{game.name} {seats} {seed}": random_match(game, seats, seed).digest()
                for game in GAMES.values()
                for seats in game.tables
                for seed in ("a", "b", "ü")
            },
        }
    )
)
