"""What a Python bot may be and what it sees, the same under both launchers."""

import pytest

from bots.sandbox import Ending, Limits, trusted
from tests.launched import PATIENCE


def test_a_function_is_a_bot(launcher, started):
    bot = started(launcher, "def choose(view, legal): return legal[-1]")
    assert bot.hello() == {"ready": True}
    bot.start()
    assert bot.ask() == {"move": "draw"}
    assert bot.ask() == {"move": "draw"}


def test_a_class_is_a_bot_with_a_new_object_for_each_match(launcher, started):
    bot = started(
        launcher,
        """
        class Bot:
            def start(self, info): self.turns, self.match = 0, info["match"]
            def choose(self, view, legal):
                self.turns += 1
                return f"{self.match} {self.turns}"
            def over(self, result): print("over", result["points"], result["ranks"])
        """,
    )
    bot.hello()
    moves = []
    for match in (5, 6):
        bot.start(match=match)
        moves += [bot.ask()["move"], bot.ask()["move"]]
        bot.over()
    bot.start()
    bot.ask()
    assert moves == ["5 1", "5 2", "6 1", "6 2"]
    assert bot.log() == "over [1, 2] [2, 1]\n" * 2


def test_a_class_needs_nothing_but_choose(launcher, started):
    bot = started(launcher, "class Bot:\n    def choose(self, view, legal): return legal[0]")
    assert bot.move() == "pass"
    bot.over()
    bot.start()
    assert bot.ask() == {"move": "pass"}


def test_a_class_is_told_all_that_is_known_at_the_start(launcher, started):
    bot = started(
        launcher,
        """
        class Bot:
            def start(self, info): self.info = info
            def choose(self, view, legal): return " ".join(sorted(self.info))
        """,
    )
    assert bot.move() == "clocks dice_seed game match protocol rules seat seats"


def test_a_class_hears_the_news_and_its_clock(launcher, started):
    bot = started(
        launcher, "class Bot:\n    def choose(self, view, legal): return str(self.news) + str(self.clock)"
    )
    bot.hello()
    bot.start()
    assert bot.ask(news=[1])["move"] == "[1]{'bank': 2.0, 'idle': 20.0}"


def test_a_move_may_carry_a_tag(launcher, started):
    bot = started(launcher, "def choose(view, legal): return legal[0], 'gut feeling'")
    bot.hello()
    bot.start()
    assert bot.ask() == {"move": "pass", "tag": "gut feeling"}


@pytest.mark.parametrize("answer", ["None", "3", "('pass',)", "('pass', 3)", "['pass']"])
def test_an_answer_of_another_shape_is_told_in_the_log(launcher, started, answer):
    bot = started(launcher, f"def choose(view, legal): return {answer}")
    assert bot.move() is None
    assert bot.process.exit().ending is Ending.ERROR
    assert bot.log() == f"choose returned {answer}: it must be a move, or (move, tag)\n"


def test_what_is_printed_goes_to_the_log_and_never_into_the_protocol(launcher, started):
    bot = started(
        launcher,
        """
        import os
        print("loaded")
        def choose(view, legal):
            print("thinking", end="")
            os.write(1, b"raw\\n")
            return legal[0]
        """,
    )
    assert bot.move() == "pass"
    assert sorted(bot.log().splitlines()) == ["loaded", "raw", "thinking"]


def test_a_print_is_in_the_log_although_the_bot_never_answers(launcher, started):
    bot = started(launcher, "def choose(view, legal):\n    print('stuck')\n    while True: pass")
    bot.hello()
    bot.start()
    assert bot.ask(patience=0.5) is None
    assert bot.log() == "stuck\n"


def test_the_bot_has_no_input_of_its_own(launcher, started):
    bot = started(launcher, "import sys\ndef choose(view, legal): return repr(sys.stdin.read())")
    assert bot.move() == "''"


def test_an_exception_is_a_traceback_of_the_bots_own_lines(launcher, started):
    bot = started(launcher, "def choose(view, legal):\n    return legal[7]")
    assert bot.move() is None
    assert bot.process.exit().words == "ended with an error (exit code 1)"
    traceback = bot.log()
    assert 'bot.py", line 2, in choose\n    return legal[7]\n' in traceback
    assert traceback.endswith("IndexError: list index out of range\n")
    assert "runner.py" not in traceback


def test_a_syntax_error_is_told_with_its_line(launcher, started):
    bot = started(launcher, "x = 1\ndef choose(view legal): return 1")
    assert bot.hello() is None
    assert bot.process.exit().code == 1
    assert 'bot.py", line 2\n    def choose(view legal)' in bot.log()
    assert "runner.py" not in bot.log()


def test_a_file_without_a_bot_is_told_what_is_missing(launcher, started):
    bot = started(launcher, "def chose(view, legal): pass")
    assert bot.hello() is None
    assert bot.process.exit().code == 1
    assert bot.log() == "bot.py defines neither a function choose(view, legal) nor a class Bot\n"


def test_the_same_dice_give_the_same_play_and_other_dice_another(launcher, started):
    source = "import random\ndef choose(view, legal): return str(random.random())"
    bot = started(launcher, source)
    bot.hello()
    rolls = []
    for dice in ("a", "a", "b"):
        bot.start(dice=dice)
        rolls.append(bot.ask()["move"])
    assert rolls[0] == rolls[1] != rolls[2]


def test_sets_of_strings_have_one_order(launcher, started):
    source = "def choose(view, legal): return ''.join({c for c in 'abcdefghijkl'})"
    assert started(launcher, source).move() == started(launcher, source).move()


def test_a_bot_imports_its_neighbours_the_referee_and_numpy(launcher, started, folder):
    (folder / "plan.py").write_text("import numpy, referee\nmove = numpy.array(['pass', 'draw'])[1].item()")
    bot = started(launcher, "from plan import move\ndef choose(view, legal): return move")
    assert bot.move() == "draw"


def test_the_parent_closing_the_wire_is_a_clean_end(launcher, started):
    bot = started(launcher, "def choose(view, legal): return legal[0]")
    assert bot.move() == "pass"
    bot.hang_up()
    assert bot.process.exit(PATIENCE).ending is Ending.FINISHED


def test_want_of_memory_has_a_name_of_its_own(launcher, started):
    bot = started(
        launcher, "def choose(view, legal): return str(len(bytearray(1 << 30)))", Limits(memory=128 << 20)
    )
    assert bot.move() is None
    assert bot.process.exit().words == "ran out of memory"
    assert "MemoryError" in bot.log()


def test_a_developers_settings_of_python_do_not_change_how_a_trusted_bot_plays(started, monkeypatch):
    monkeypatch.setenv("PYTHONHASHSEED", "17")
    monkeypatch.setenv("PYTHONOPTIMIZE", "2")
    source = "import os\ndef choose(view, legal): return os.environ['PYTHONHASHSEED'] + str(__debug__)"
    assert started(trusted.Launcher(), source).move() == "0True"
