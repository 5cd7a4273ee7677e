"""The command that asks a bot again what it was asked in a recorded match."""

import shlex

from bots.play.clock import Clocks


def command(
    record: str,
    move: int | str,
    *,
    seat: int | None = None,
    dice: str = "",
    match: int,
    clocks: Clocks | None = None,
    file: str,
) -> str:
    """For a shell beside the record and the bot; `move` as the viewer counts, `match` as the bot was told.

    Without `seat` and `dice`, which only its owner knows, any bot is asked in the place of the one that was.
    """
    words = ["--from", f"{record}@{move}"]
    known = [] if seat is None else ["--seat", str(seat), "--dice", dice]
    told = ["--match", str(match)] if match else []
    return shlex.join(["caravan", "play", *words, *known, *told, *_granted(clocks or Clocks()), file])


def _granted(clocks: Clocks) -> list[str]:
    """Those that are not a trial's."""
    trial = Clocks()
    named = ((name, getattr(clocks, name)) for name in Clocks.__struct_fields__)
    others = [f"{name}={seconds:g}" for name, seconds in named if seconds != getattr(trial, name)]
    return ["--clocks", ",".join(others)] if others else []
