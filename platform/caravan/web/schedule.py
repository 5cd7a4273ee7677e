"""What a season's stages and dates are in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.dateformat import format as written

from tournaments import stages
from tournaments.models import Division, Season
from tournaments.stages import Stage

TITLES = {"ladder": "Ladder", "round_robin": "Round robin", "swiss": "Swiss system", "knockout": "Knockout"}
TONES = {"played": "good", "under way": "info", "to come": ""}


@dataclass(frozen=True, slots=True)
class Leg:
    """A stage as pages tell it."""

    number: int
    title: str
    length: str
    advance: int | None
    state: str

    @property
    def tone(self) -> str:
        """The colour of its state."""
        return TONES[self.state]


def legs(season: Season, divisions: Sequence[Division]) -> list[Leg]:
    """All stages, in order."""
    return [
        Leg(number, TITLES[one.format], length(one), one.advance, state(season, divisions, number))
        for number, one in enumerate(stages.read(season.stages), 1)
    ]


def length(stage: Stage) -> str:
    """How long it lasts."""
    if stage.format == "round_robin":
        return "each pair meets once" if stage.meetings == 1 else f"each pair meets {stage.meetings} times"
    if stage.format == "knockout":
        return "until one is left, out at the second defeat" if stage.double else "until one is left"
    return f"{stage.rounds} rounds" if stage.rounds else "until the season ends"


def state(season: Season, divisions: Sequence[Division], number: int) -> str:
    """How far all divisions together are with a stage."""
    if season.state == Season.State.CLOSED:
        return "played"
    if season.state == Season.State.REGISTRATION or all(each.stage < number for each in divisions):
        return "to come"
    return "played" if all(each.stage > number for each in divisions) else "under way"


def dates(season: Season) -> list[tuple[str, str]]:
    """When what happens."""
    moments = {
        "Registration opens": season.registers,
        "First round": season.opens,
        "Versions are pinned": season.pins,
        "No round after": season.ends,
    }
    unset = ("by the organiser", "by the organiser", "never", "open")
    hour = f"daily at {season.premiere:%H:%M}" if season.premiere else "none: open as they are played"
    return [
        (name, written(moment, "j F Y H:i") if moment else otherwise)
        for (name, moment), otherwise in zip(moments.items(), unset, strict=True)
    ] + [("Premieres of rounds", hour)]
