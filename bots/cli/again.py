"""`caravan play --from`: a decision of a recorded match, put to a bot once more."""

from pathlib import Path

import click
import msgspec
from msgspec import Struct

from bots.cli.entrants import chosen_launcher, entrant
from bots.cli.retold import Again, as_document, as_text
from bots.play.clock import Clocks
from bots.play.logbook import decoded
from bots.play.questions import Question, questions
from bots.play.running import Table, Version
from bots.play.session import Session
from bots.sandbox import Launcher, Limits
from bots.upload.store import Upload, temporary
from referee.errors import RefereeError
from referee.game import CHANCE, Seat
from referee.match import Fault
from referee.record import Record, replayed, table_of


class Place(Struct, frozen=True):
    """A moment of a recorded match: just before a move, numbered from 1 as the viewer counts."""

    record: Record
    move: int


class Told(Struct, frozen=True):
    """What a bot was told before its first question, and granted."""

    match: int
    dice: str
    clocks: Clocks


def place(_: click.Context, __: click.Parameter, word: str | None) -> Place | None:
    """What `RECORD@MOVE` stands for."""
    if word is None:
        return None
    path, _at, number = word.rpartition("@")
    if not path or not (number.isascii() and number.isdecimal()):
        raise click.BadParameter("say RECORD@MOVE: a file, and the number of a move as the viewer counts.")
    try:
        record = Record.loads(Path(path).read_bytes())
    except OSError as error:
        raise click.BadParameter(f"{path} cannot be read: {error.strerror}.") from None
    except RefereeError as error:
        raise click.BadParameter(f"{path} is no record: {error}.") from None
    if not 1 <= int(number) <= len(record.moves):
        raise click.BadParameter(f"{path} has the moves 1 to {len(record.moves)}, not {number}.")
    return Place(record, int(number))


def clocks(_: click.Context, __: click.Parameter, words: str) -> Clocks:
    """What `bank=0.1,idle=5` stands for; what is not named is as in a trial."""
    pairs = (word.partition("=") for word in words.split(",") if word)
    try:
        return msgspec.convert({name: seconds for name, _, seconds in pairs}, Clocks, strict=False)
    except ValueError:
        known = ", ".join(Clocks.__struct_fields__)
        raise click.BadParameter(f"say NAME=SECONDS,NAME=SECONDS; the clocks are {known}.") from None


def again(
    at: Place,
    word: str,
    *,
    seat: int | None,
    dice: str,
    match: int,
    granted: Clocks,
    trust: bool,
    as_json: bool,
) -> None:
    """Asks the bot behind `word`, and tells; a usage error where there was no such question."""
    seat, asked = _asked(at, seat)
    upload = entrant(word, at.record.game)
    found = _ask(at.record, seat, asked, upload, Told(match, dice, granted), chosen_launcher(trust))
    click.echo(as_document(found) if as_json else as_text(found))
    if found.code:
        raise click.exceptions.Exit(1)


def _asked(at: Place, seat: int | None) -> tuple[int, list[Question]]:
    """Whose question it was, and all that this seat was asked up to it."""
    turn = _turn(at)
    if turn == CHANCE:
        raise click.UsageError(f"Move {at.move} is the dealer's.")
    if seat not in (None, turn):
        raise click.UsageError(f"At move {at.move} it was the turn of seat {turn}, not of seat {seat}.")
    asked = [each for each in questions(at.record, turn) if each.move <= at.move]
    if not asked or asked[-1].move != at.move:
        failed = any(fault.seat == turn and fault.move < at.move for fault in at.record.faults)
        why = "it had failed before" if failed else "it had one legal move"
        raise click.UsageError(f"Seat {turn} was not asked at move {at.move}: {why}.")
    return turn, asked


def _turn(at: Place) -> Seat:
    try:
        return [turn for turn, _ in replayed(at.record, table_of(at.record))][at.move - 1]
    except RefereeError as error:
        raise click.UsageError(f"The record is false: {error}.") from None


def _ask(
    record: Record,
    seat: int,
    asked: list[Question],
    upload: Upload,
    told: Told,
    launcher: Launcher,
) -> Again:
    """Asks a fresh process all questions in order, as if it had always answered as recorded."""
    answers: list[str] = []
    code = fault = ""
    table = Table(record.game, record.seats, table_of(record).rules(), told.clocks, Limits(), 1)
    with temporary() as store:
        version = Version(store.path(store.put(upload)), upload.entry, upload.language)
        with Session(version, table, launcher) as session:
            session.start(told.match, seat, told.dice)
            try:
                answers.extend(session.choose(seat, each.view, each.legal, each.news) for each in asked)
            except Fault as fault:
                code = fault.code
            _, log = session.over(record.points, record.ranks)
    return Again(record, seat, asked, answers, code, decoded(log)[-1])
