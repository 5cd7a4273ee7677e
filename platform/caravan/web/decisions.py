"""What a bot decided in a match, for its owner: its log beside what it was asked, and how to ask it again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from bots import again
from bots.errors import MissingVersionError
from bots.play.fixture import dice_seed, seating
from bots.play.logbook import Line
from bots.play.questions import Question, questions
from bots.upload.manifest import MANIFEST
from bots.upload.store import Store
from referee.record import Record
from tournaments.errors import ResultError
from tournaments.models import Match, Seating, Version
from tournaments.services import logs, orders


@dataclass(frozen=True, slots=True)
class Decision:
    """A question and its line in the log, where there is one."""

    question: Question
    line: Line | None


@dataclass(frozen=True, slots=True)
class Log:
    """All decisions of a seat; `before` is what came before the first, `gone` why lines are missing."""

    decisions: list[Decision]
    before: Line | None
    gone: str = ""

    def fallen(self) -> Decision | None:
        """Where the bot failed."""
        return next((each for each in self.decisions if each.question.fault), None)

    def at(self, move: int) -> Decision | None:
        """The decision at a move as the viewer counts."""
        return next((each for each in self.decisions if each.question.move == move), None)


def log(seated: Seating) -> Log:
    """What a seat was asked follows from the record, what came of it is kept for some days."""
    asked = questions(Record.loads(seated.match.record), seated.seat)
    try:
        lines, gone = {line.number: line for line in logs.lines(seated.log)}, ""
    except ResultError as error:
        lines, gone = {}, str(error)
    return Log([Decision(each, lines.get(each.number)) for each in asked], lines.get(0), gone)


def command(seated: Seating, move: int) -> str:
    """What asks the bot again on its author's machine, beside the record as it is downloaded."""
    match = seated.match
    order = orders.ordered(match.fixture)
    chair = seating(order, match.deal, match.rotation)[seated.seat]
    return again.command(
        record_name(match),
        move,
        seat=seated.seat,
        dice=dice_seed(order.competitors[chair], match.deal, match.rotation),
        match=match.deal,
        clocks=order.clocks,
        file=_file(seated.version),
    )


def from_here(match: Match) -> str:
    """What asks anybody's bot in the place of whoever moved; `MOVE` stands for the move."""
    clocks = orders.ordered(match.fixture).clocks
    return again.command(record_name(match), "MOVE", match=match.deal, clocks=clocks, file="mybot.py")


def record_name(match: Match) -> str:
    """What the file is called that a record is downloaded as."""
    return f"caravan-{match.pk}.json"


def _file(version: Version) -> str:
    """A script as the version's page calls it; a zip as the folder that it was made of."""
    try:
        folder: Path = Store(settings.CARAVAN_STORE).path(version.digest)
    except MissingVersionError:
        return version.entry
    return version.bot.name if (folder / MANIFEST).exists() else version.entry


def position(match: Match, question: Question) -> dict[str, Any]:
    """A file for `caravan test`: not that answer again; after a fault, any that is legal."""
    wanted = {"expect": question.legal} if question.fault else {"forbid": [question.played]}
    name = f"match {match.pk}, move {question.move}"
    saved = {"name": name, "view": question.view, "news": question.news, **wanted}
    return {"game": match.fixture.game, "positions": [saved]}


def pretty(view: Any) -> str:
    """JSON with a line for each field, and for each item of a list."""
    if isinstance(view, dict):
        return "{" + ",\n ".join(f"{json.dumps(key)}: {json.dumps(each)}" for key, each in view.items()) + "}"
    return "[" + ",\n ".join(map(json.dumps, view)) + "]"
