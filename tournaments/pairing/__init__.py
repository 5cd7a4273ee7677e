"""Who meets whom, and who goes on: the formats of a stage of a season, as pure functions of what was played.

A format is asked round by round. `draw` gives the next tables from the stage so far and none when it is
complete; `undecided` names the tables of the last round that need one more deal; `ranking` puts everyone in
order. What all formats share is the seating: everyone once, no kin and no repeated table while there is a
choice. A format only says in which order it would like to seat.
"""

from tournaments.pairing.knockout import Knockout
from tournaments.pairing.ladder import Ladder
from tournaments.pairing.round_robin import RoundRobin
from tournaments.pairing.stage import Candidate, Format, Played, Stage, Standing, Table
from tournaments.pairing.swiss import Swiss

FORMATS: dict[str, type[Ladder | RoundRobin | Swiss | Knockout]] = {
    "ladder": Ladder,
    "round_robin": RoundRobin,
    "swiss": Swiss,
    "knockout": Knockout,
}

__all__ = [
    "FORMATS",
    "Candidate",
    "Format",
    "Knockout",
    "Ladder",
    "Played",
    "RoundRobin",
    "Stage",
    "Standing",
    "Swiss",
    "Table",
]
