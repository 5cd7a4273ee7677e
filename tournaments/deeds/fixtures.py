"""All that can be done to a fixture."""

from __future__ import annotations

from functools import partial

from tournaments.deeds.deed import Deed
from tournaments.services import corrections, reruns

VOIDS = (
    "While its round is open, the table is dealt for again, twice at most. Once that is settled, the season "
    "is rated again without it; pairings already drawn stand."
)
REPEATS = "It is played once more from the same seeds, unrated, and both are compared move by move."

FIXTURE = (
    Deed("Void", corrections.void, VOIDS, foresees=partial(corrections.void, preview=True)),
    Deed("Re-run and compare", reruns.begin, REPEATS),
)
