"""What organisers do by hand: each is asked for twice, whether in the admin or on the desk of a league."""

from tournaments.deeds.competitors import BOT, ENTRY, PERSON
from tournaments.deeds.deed import Asked, Deed, Outcome, Reasoned
from tournaments.deeds.fixtures import FIXTURE
from tournaments.deeds.leagues import LEAGUE
from tournaments.deeds.seasons import ROUND, SEASON

__all__ = [
    "BOT",
    "ENTRY",
    "FIXTURE",
    "LEAGUE",
    "PERSON",
    "ROUND",
    "SEASON",
    "Asked",
    "Deed",
    "Outcome",
    "Reasoned",
]
