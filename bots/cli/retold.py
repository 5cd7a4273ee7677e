"""What is told of a decision that a bot had to make once more."""

from msgspec import Struct
from msgspec.structs import asdict

from bots.cli.fields import told
from bots.cli.screen import counted, document
from bots.play.logbook import Line, readable
from bots.play.questions import Question
from bots.quoting import printable
from referee.games import GAMES
from referee.record import Record

SHOWN = 5
"""So many earlier answers that differ are told one by one."""
KNOWN = ("game", "rules", "seats", "seat", "turn")
"""What the head says of a view."""


class Otherwise(Struct, frozen=True):
    """A question that a bot has answered otherwise than in the match."""

    move: int
    answer: str
    recorded: str


class Again(Struct, frozen=True):
    """The questions of a seat up to one, and a bot's answers to them; fewer if it failed."""

    record: Record
    seat: int
    asked: list[Question]
    answers: list[str]
    code: str
    """Of its fault; empty if it answered all."""
    line: Line
    """The last of its log."""

    def otherwise(self) -> list[Otherwise]:
        """The answers before the last question that differ from the match."""
        pairs = zip(self.asked[:-1], self.answers, strict=False)
        return [
            Otherwise(one.move, answer, recorded(one)) for one, answer in pairs if answer != recorded(one)
        ]

    def reached(self) -> int:
        """The move at which it answered last, or failed."""
        return self.asked[min(len(self.answers), len(self.asked) - 1)].move


def recorded(question: Question) -> str:
    """What came of it in the match: the move, or the fault."""
    return f"fault {question.fault.code}" if question.fault else question.played


def as_text(found: Again) -> str:
    """For people."""
    record, last = found.record, found.asked[-1]
    head = (
        f"{GAMES[record.game].title}, {record.seats} seats, move {last.move} of {len(record.moves)}: "
        f"seat {found.seat}, question {last.number}"
    )
    rows = {**told(last.view, KNOWN), "legal": ", ".join(last.legal), "in the match": recorded(last)}
    width = max(map(len, rows))
    table = [f"{name:{width}}  {value}" for name, value in rows.items()]
    return "\n".join([head, *_earlier(found), "", *table, "", *_end(found)])


def _earlier(found: Again) -> list[str]:
    """How it answered what came before."""
    differ = found.otherwise()
    verdict = f"{len(differ)} answered otherwise than in the match:" if differ else "answered as in the match"
    lines = [f"{counted(len(found.asked) - 1, 'question')} before, {verdict}"] if len(found.asked) > 1 else []
    lines += [f"  move {one.move}: {printable(one.answer)}, not {one.recorded}" for one in differ[:SHOWN]]
    return [*lines, f"  and {len(differ) - SHOWN} more"] if len(differ) > SHOWN else lines


def _end(found: Again) -> list[str]:
    early = found.reached() != found.asked[-1].move
    return [
        *([f"It failed earlier, at move {found.reached()}:"] if early else []),
        readable([found.line]).rstrip("\n"),
    ]


def as_document(found: Again) -> str:
    """For programs."""
    last = found.asked[-1]
    result = {
        "game": found.record.game,
        "seat": found.seat,
        "move": last.move,
        "view": last.view,
        "legal": last.legal,
        "news": last.news,
        "recorded": recorded(last),
        "otherwise": found.otherwise(),
        "reached": found.reached(),
        "code": found.code,
        **asdict(found.line),
    }
    return document(result)
