"""All that can be done to an entry, to its bot and to whose bot it is."""

from __future__ import annotations

from functools import partial

from tournaments.deeds.deed import Deed
from tournaments.services import bots, corrections, entries, users

DROPS = (
    "It is disqualified and its results go: at its tables the others are ranked among themselves, and the "
    "season is rated again. Pairings already drawn stand."
)

ENTRY = (
    Deed("Disqualify", entries.disqualify, "It gets no chair any more; what it played stands."),
    Deed(
        "Disqualify and drop its results",
        corrections.drop,
        DROPS,
        foresees=partial(corrections.drop, preview=True),
    ),
)
BOT = (
    Deed(
        "Freeze",
        bots.freeze,
        "It gets no chair, no new version, no new entry, in any league, until it is thawed.",
    ),
    Deed("Thaw", bots.thaw, "It sits down again from the next draw on."),
)
PERSON = (
    Deed(
        "Ban",
        users.ban,
        "They may look and change nothing, and are told why; their bots get no chair in any league.",
    ),
    Deed("Lift ban", users.lift_ban, "They may take part again, their bots from the next draw on."),
)
