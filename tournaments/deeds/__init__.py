"""What organisers do by hand: each is asked for twice, whether in the admin or on the desk of a league."""

from tournaments.deeds.deed import Asked, Deed, Outcome, Reasoned
from tournaments.deeds.seasons import ROUND, SEASON

__all__ = ["ROUND", "SEASON", "Asked", "Deed", "Outcome", "Reasoned"]
