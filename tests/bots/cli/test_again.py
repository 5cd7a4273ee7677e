"""`caravan play --from`: a decision of a recorded match, made once more."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bots.cli import main
from bots.play.clock import Clocks
from bots.play.fixture import Order, PlayedMatch, dice_seed, entered, play_fixture, seating
from bots.play.logbook import decoded
from bots.play.questions import Question, questions
from bots.sandbox import Launcher, detect
from bots.upload.inspection import inspect
from bots.upload.store import Store
from referee.record import Record, replayed, table_of

TRUST = [] if detect().name == "full" else ["--trust"]
STEADY = "def choose(view, legal):\n    return legal[0]\n"
CRASHER = """
import random

class Bot:
    def start(self, info):
        self.asked = 0

    def choose(self, view, legal):
        self.asked += 1
        print("question", self.asked, len(self.news), random.random())
        if self.asked == 4:
            return legal[len(legal)]
        return random.choice(legal), "guess"
"""
"""Plays by its own dice and crashes at its fourth question."""


class Played:
    """A fixture's first match, in which the bot in question sat at `seat`."""

    def __init__(self, folder: Path, launcher: Launcher, source: str, deals: int = 1) -> None:
        store = Store(folder / "store")
        uploads = [inspect(text.encode(), "bot.py", games=["pis_yedili"]) for text in (source, STEADY)]
        competitors = [
            entered(upload, store, dice=f"secret {place}", name=str(place))
            for place, upload in enumerate(uploads)
        ]
        order = Order(
            game="pis_yedili",
            rules={"deals": 1},
            clocks=Clocks(bank=0.5),
            seats=2,
            order_seed="order",
            deals=["deal 0"],
            competitors=competitors,
        )
        self.match: PlayedMatch = play_fixture(order, store, launcher).matches[0]
        self.seat = seating(order, 0, 0).index(0)
        self.dice = dice_seed(competitors[0], 0, 0)
        self.record = Record.from_json(self.match.record)
        self.log = decoded(self.match.logs[self.seat])
        self.asked: list[Question] = list(questions(self.record, self.seat))
        self.file = folder / "record.json"
        self.file.write_text(self.record.dumps())
        self.bot = folder / "bot.py"
        self.bot.write_text(source)

    def again(self, move: int, *words: object, bot: Path | None = None) -> Result:
        """The command."""
        options = ["--from", f"{self.file}@{move}", *words, *TRUST]
        return CliRunner().invoke(main, ["play", *map(str, options), str(bot or self.bot)])


@pytest.fixture
def crash(public: Path, launcher: Launcher) -> Played:
    """A match that ended in a crash for the bot."""
    return Played(public, launcher, CRASHER)


def test_a_crash_is_repeated_with_its_prints_and_its_traceback(crash: Played) -> None:
    move = crash.asked[-1].move
    result = crash.again(move, "--seat", crash.seat, "--dice", crash.dice, "--json")
    assert result.exit_code == 1
    told, last = json.loads(result.stdout), crash.log[-1]
    assert last.traceback.startswith("Traceback")
    if not TRUST:
        assert told["traceback"] == last.traceback
    assert (told["prints"], told["fault"]) == (last.prints, last.fault)
    assert (told["move"], told["reached"], told["code"]) == (move, move, "crashed")
    assert (told["recorded"], told["otherwise"]) == ("fault crashed", [])


def test_every_answer_is_repeated_by_the_same_dice(crash: Played) -> None:
    for question, line in zip(crash.asked[:-1], crash.log[1:], strict=False):
        result = crash.again(question.move, "--dice", crash.dice, "--json")
        assert result.exit_code == 0
        told = json.loads(result.stdout)
        assert (told["view"], told["legal"], told["news"]) == (question.view, question.legal, question.news)
        assert (told["answer"], told["tag"], told["recorded"]) == (question.played, "guess", question.played)
        assert told["prints"] == line.prints


def test_people_read_it_on_one_screen(crash: Played) -> None:
    question = crash.asked[-1]
    result = crash.again(question.move, "--dice", crash.dice, "--clocks", "bank=0.5")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    moves = len(crash.record.moves)
    assert lines[0] == f"Pis Yedili, 2 seats, move {question.move} of {moves}: seat {crash.seat}, question 4"
    assert lines[1] == "3 questions before, answered as in the match"
    assert f"legal         {', '.join(question.legal)}" in lines
    assert "in the match  fault crashed" in lines
    assert any(line.startswith("stock ") and " × ?]" in line for line in lines)
    assert (
        next(line for line in lines if line.startswith("4. -  [")).split(" of ")[1].startswith(("4", "500"))
    )
    assert "    Traceback (most recent call last):" in lines
    assert lines[-1].endswith("(exit code 1): IndexError: list index out of range")


def test_other_answers_than_before_are_told_and_the_match_goes_on_as_it_was(crash: Played) -> None:
    other = crash.bot.with_name("other.py")
    other.write_text("def choose(view, legal):\n    print(view['discard'])\n    return legal[-1]\n")
    question = crash.asked[-2]
    result = crash.again(question.move, "--json", bot=other)
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["prints"] == f"{question.view['discard']}\n"
    assert told["otherwise"] == [
        {"move": each.move, "answer": each.legal[-1], "recorded": each.played}
        for each in crash.asked[:-2]
        if each.played != each.legal[-1]
    ]
    text = crash.again(question.move, bot=other).stdout
    for each in told["otherwise"]:
        assert f"  move {each['move']}: {each['answer']}, not {each['recorded']}\n" in text


def test_a_fault_before_is_told_with_its_place(crash: Played) -> None:
    early = crash.bot.with_name("early.py")
    early.write_text("def choose(view, legal):\n    1 / 0\n")
    result = crash.again(crash.asked[-1].move, bot=early)
    assert result.exit_code == 1
    assert f"It failed earlier, at move {crash.asked[0].move}:\n1. -" in result.stdout
    assert "ZeroDivisionError" in result.stdout
    unable = crash.bot.with_name("unable.py")
    unable.write_text("import nothing_like_it\ndef choose(view, legal): ...\n")
    assert "FAULT: did not get ready to play" in crash.again(crash.asked[-1].move, bot=unable).stdout


def test_it_is_asked_under_the_clocks_of_the_match(crash: Played) -> None:
    burner = crash.bot.with_name("burner.py")
    burner.write_text("def choose(view, legal):\n    while True: pass\n")
    clocks = "move_cap=0.1,bank=0.3"
    result = crash.again(crash.asked[0].move, "--clocks", clocks, bot=burner)
    assert "FAULT: used more CPU time than one move may take: more than 0.1 s" in result.stdout


def test_what_cannot_be_asked_is_refused_in_a_sentence(crash: Played) -> None:
    turn, other = crash.seat, 1 - crash.seat
    first, last = crash.asked[0].move, crash.asked[-1].move
    seats = [seat for seat, _ in replayed(crash.record, table_of(crash.record))]
    asked = {each.move for each in questions(crash.record, other)}
    alone = next(move for move, seat in enumerate(seats, start=1) if seat == other and move not in asked)
    after = next(each.move for each in questions(crash.record, other) if each.move > last)
    for move, words, sentence in (
        (0, [], f"has the moves 1 to {len(crash.record.moves)}, not 0."),
        (len(crash.record.moves) + 1, [], f"has the moves 1 to {len(crash.record.moves)}, not"),
        (1, [], "Move 1 is the dealer's."),
        (first, ["--seat", other], f"At move {first} it was the turn of seat {turn}, not of seat {other}."),
        (alone, [], f"Seat {other} was not asked at move {alone}: it had one legal move."),
        (first, ["--deals", 3], "--deals has no meaning with --from."),
        (
            first,
            ["--clocks", "bank=never"],
            "the clocks are bank, move_cap, idle, startup_cpu,",
        ),
        (first, ["--clocks", "sand=1"], "the clocks are bank,"),
        (first, [crash.bot], "One bot can be asked --from a record, not several."),
        ("x", [], "say RECORD@MOVE"),
        (after, ["--seat", turn], f"At move {after} it was the turn of seat {other}"),
    ):
        result = crash.again(move, *words)  # type: ignore[arg-type]
        assert result.exit_code == 2, sentence
        assert sentence in " ".join(result.stderr.split()), result.stderr


def test_a_seat_that_had_failed_was_not_asked(crash: Played) -> None:
    seats = enumerate(seat for seat, _ in replayed(crash.record, table_of(crash.record)))
    later = next(k + 1 for k, seat in seats if seat == crash.seat and k + 1 > crash.asked[-1].move)
    result = crash.again(later)
    assert result.exit_code == 2
    assert f"Seat {crash.seat} was not asked at move {later}: it had failed before." in result.stderr


def test_what_is_no_record_is_refused_in_a_sentence(crash: Played) -> None:
    texts = {
        "": "is no record",
        "[]": "is no record",
        crash.record.dumps().replace('"play', '"fly', 1): "The record is false: moves[",
        crash.record.dumps().replace('"pis_yedili"', '"poker"'): "The record is false: game",
    }
    for text, sentence in texts.items():
        crash.file.write_text(text)
        result = crash.again(2)
        assert result.exit_code == 2
        assert sentence in " ".join(result.stderr.split())
    crash.file.unlink()
    assert "cannot be read: No such file or directory." in " ".join(crash.again(2).stderr.split())


def test_a_bot_for_another_game_is_refused(crash: Played) -> None:
    folder = crash.bot.parent / "donkey"
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "d"\ngames = ["donkey"]\n')
    (folder / "bot.py").write_text(STEADY)
    result = crash.again(crash.asked[0].move, bot=folder)
    assert result.exit_code == 2
    assert "plays donkey, not pis_yedili" in result.stderr


def test_options_of_decisions_need_a_record(crash: Played) -> None:
    result = CliRunner().invoke(main, ["play", "--dice", "x", str(crash.bot), str(crash.bot)])
    assert result.exit_code == 2
    assert "--dice has no meaning without --from." in result.stderr
