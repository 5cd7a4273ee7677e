"""Real bots, good and bad, from hello to over."""

import os
import select
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bots.play.logbook import Line, decoded
from bots.play.meter import Meter, Turn
from bots.play.running import Table, Version
from bots.play.session import Session
from bots.sandbox import Launcher, Process, SandboxError, bubblewrap, detect
from referee.match import Fault
from tests.compiled import compiled
from tests.launched import eventually

LEGAL = ["draw", "pass"]
GOOD = "def choose(view, legal):\n    return legal[0]\n"
WRITE = """
import os
def wire(line):
    "Writes past the runner, whichever descriptor it keeps for itself."
    for fd in range(3, 12):
        try: os.write(fd, line)
        except OSError: pass
def choose(view, legal):
    wire({line!r})
    import time; time.sleep(9)
"""

Open = Callable[..., Session]


@pytest.fixture
def launcher(sandboxed: Launcher) -> Launcher:
    """All of this holds for each."""
    return sandboxed


@pytest.fixture
def opened(
    version: Callable[[str], Version], table: Callable[..., Table], launcher: Launcher
) -> Iterator[Open]:
    """Opens sessions, and sees to it that nothing of them is left."""
    sessions: list[Session] = []

    def open_session(source: str, **clocks: float) -> Session:
        sessions.append(Session(version(source), table(**clocks), launcher))
        return sessions[-1]

    before = set(os.listdir("/proc/self/fd"))
    yield open_session
    for session in sessions:
        session.close()
    assert set(os.listdir("/proc/self/fd")) == before


def play(session: Session, match: int = 0, asks: int = 1) -> tuple[list[str], list[Line]]:
    """A match of some questions: the answers or the fault, and the log."""
    session.start(match, 1, "dice")
    answers = []
    try:
        for _ in range(asks):
            answers += [session.choose(1, {"hand": []}, LEGAL, [])]
    except Fault as fault:
        answers.append(f"{fault.code}: {fault.reason}")
    _, log = session.over([0, 0], [1, 1])
    return answers, decoded(log)


def test_a_good_bot_plays_on_and_on(opened: Open) -> None:
    session = opened(GOOD)
    assert [play(session, match, 3)[0] for match in range(3)] == [["draw"] * 3] * 3


def test_a_class_hears_everything(opened: Open) -> None:
    source = """
class Bot:
    def start(self, info): print("start", info["game"], info["match"], info["seat"], info["seats"])
    def choose(self, view, legal):
        print("choose", view, self.clock["bank"] <= 0.5, self.news)
        return legal[-1], "bluff"
    def over(self, result): print("over", result["points"])
"""
    session = opened(source)
    _, first = play(session)
    _, second = play(session, 1)
    assert (first[1].answer, first[1].tag) == ("pass", "bluff")
    assert first[1].prints == "start pis_yedili 0 1 2\nchoose {'hand': []} True []\n"
    assert second[1].prints.startswith("over [0, 0]\nstart pis_yedili 1 1 2\n")


def test_its_dice_are_those_of_the_match(opened: Open) -> None:
    session = opened(
        "import random\ndef choose(view, legal):\n    print(random.random())\n    return 'draw'\n"
    )
    rolls = [play(session, match)[1][1].prints for match in range(2)]
    assert rolls[0] == rolls[1]


def test_the_log_tells_the_times(opened: Open) -> None:
    source = "import time\ndef choose(view, legal):\n    time.sleep(1)\n    return 'draw'\n"
    line = play(opened(source, idle=20))[1][1]
    assert line.idle_ms > 40  # on a busy host some of it was waiting
    assert 0 < line.ms < 1000


def test_who_closes_its_prints_plays_on(opened: Open) -> None:
    source = "import sys\ndef choose(v, l):\n    sys.stdout.close()\n    return l[0]\n"
    assert play(opened(source), asks=3)[0] == ["draw"] * 3


FAULTY = {
    "illegal": ("def choose(v, l): return 'fly'\n", "answered a move that is not legal: 'fly'"),
    "illegal in disguise": ("def choose(v, l): return 'draw \\x1b'\n", "not legal: 'draw \\x1b'"),
    "crashed": ("def choose(v, l): 1 / 0\n", "exit code 1): ZeroDivisionError: division by zero"),
    "crashed by its answer": ("def choose(v, l): return 7\n", "choose returned 7: it must be a move"),
    "crashed by exit": ("import os\ndef choose(v, l): os._exit(3)\n", "ended with an error (exit code 3)"),
    "crashed by a signal": (
        "import ctypes\ndef choose(v, l): ctypes.string_at(1)\n",
        "crashed (signal 11)",
    ),
    "crashed beside a thread": (
        "import threading, time\ndef choose(v, l):\n"
        "    threading.Thread(target=time.sleep, args=[60]).start()\n    1 / 0\n",
        "exit code 1): ZeroDivisionError: division by zero",
    ),
    "crashed by closing all": (
        "import os\ndef choose(v, l):\n    os.closerange(0, 30)\n    return l[0]\n",
        "crashed: closed its output",
    ),
    "crashed by a coroutine": (
        "async def answer(): ...\ndef choose(v, l): return answer()\n",
        ">: it must be a move, or (move, tag)",
    ),
    "memory": ("def choose(v, l): bytearray(10**10)\n", "ran out of memory: MemoryError"),
    "cpu_move": ("def choose(v, l):\n while True: pass\n", "more than 0.2 s"),
    "idle": ("import time\ndef choose(v, l): time.sleep(60)\n", "without working: more than 0.3 s"),
    "startup": ("import nothing_like_it\ndef choose(v, l): ...\n", "exit code 1): ModuleNotFoundError: No"),
    "startup by sleep": ("import time; time.sleep(60)\ndef choose(v, l): ...\n", "0.4 s went by in idleness"),
    "startup by burning": ("while True: pass\n", "0.3 s of CPU time went by"),
    "startup by output": (WRITE.format(line=b"") + "choose(wire(b'hello\\n'), [])\n", "cannot be read"),
    "output": (WRITE.format(line=b"x" * 20_000), "a line of more than 16384 bytes: xxx"),
    "output twice": (WRITE.format(line=b'{"move":"draw"}\n{"move":"draw"}\n'), "a second line: "),
    "protocol": (WRITE.format(line=b'{"move":"draw","x":1}\n'), "unknown field `x`"),
    "protocol by NaN": (WRITE.format(line=b'{"move":NaN}\n'), "cannot be read"),
    "protocol by depth": (WRITE.format(line=b'{"move":' + b"[" * 9000 + b"\n"), "cannot be read"),
    "protocol by bytes": (WRITE.format(line=b'{"move":"\xff"}\n'), "cannot be read"),
    "crashed in half a line": (
        WRITE.format(line=b'{"mo').replace("import time; time.sleep(9)", "os._exit(0)"),
        "ended by itself",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTY)
def test_each_fault_has_its_name_its_reason_and_its_log(opened: Open, name: str) -> None:
    source, words = FAULTY[name]
    short = {"startup_wall": 0.4} if "sleep" in name else {"startup_cpu": 0.3} if "burning" in name else {}
    (answer,), log = play(opened(source, **short))
    assert answer.startswith(name.split()[0] + ": ")
    assert words in answer
    assert log[-1].fault == answer.partition(": ")[2]


def test_a_crash_leaves_its_traceback_and_its_prints_in_the_log(opened: Open) -> None:
    _, log = play(opened("def choose(v, l):\n    print('hm')\n    return l[7]\n"))
    assert log[1].prints == "hm\n"
    assert log[1].traceback.startswith("Traceback")
    assert log[1].traceback.endswith("IndexError: list index out of range\n")
    assert "bot.py" in log[1].traceback
    assert "runner.py" not in log[1].traceback


def test_a_bank_is_used_up_move_by_move(opened: Open) -> None:
    source = """
import time
def choose(view, legal):
    end = time.process_time() + 0.15
    while time.process_time() < end: pass
    return "draw"
"""
    *answers, fault = play(opened(source, move_cap=9), asks=4)[0]
    assert answers == ["draw"] * len(answers) != []
    assert fault == "cpu: used up its CPU time for the match: more than 0.5 s"


def test_naps_add_up(opened: Open) -> None:
    nap = "import time\ndef choose(v, l):\n    time.sleep(0.2)\n    return 'draw'\n"
    *answers, fault = play(opened(nap, idle=0.5), asks=99)[0]  # in some a busy host only had it wait
    assert answers == ["draw"] * len(answers) != []
    assert fault == "idle: let its time pass without working: more than 0.5 s"


def test_who_waits_for_a_processor_is_not_blamed_before_the_kernel_has_counted_the_wait(
    version, table, launcher, monkeypatch
):
    nap = version("import time\ndef choose(view, legal):\n    time.sleep(1.5)\n    return legal[0]\n")
    answered = []
    monkeypatch.setattr(Meter, "waits", lambda meter: not answered.append(1))
    with Session(nap, table(idle=0.1), launcher) as session:
        session.start(0, 0, "dice")
        with pytest.raises(Fault, match="without working"):
            session.choose(0, {}, ["draw", "pass"], [])
        _, log = session.over([0, 0], [1, 1])
    assert answered
    assert decoded(log)[-1].idle_ms > 300  # it was heard out


def test_time_in_which_the_referee_did_something_else_is_not_idle(
    version: Callable[[str], Version], table: Callable[..., Table], launcher: Launcher
) -> None:
    def slow() -> None:
        time.sleep(0.5)

    with Session(version(GOOD), table(idle=0.3), launcher, slow) as session:
        answers, log = play(session, asks=3)
    assert answers == ["draw"] * 3
    assert all(line.idle_ms < 300 for line in log)


def test_the_log_tells_what_was_left_when_it_was_asked(opened: Open) -> None:
    source = """
import time
class Bot:
    def choose(self, view, legal):
        print(self.clock)
        if self.clock["idle"] == 5:
            time.sleep(0.5)
        else:
            end = time.process_time() + 0.1
            while time.process_time() < end: pass
        return "draw"
"""
    _, log = play(opened(source, bank=3, move_cap=3, idle=5), asks=3)
    assert [line.prints for line in log[1:]] == [f"{{'bank': {x.bank}, 'idle': {x.idle}}}\n" for x in log[1:]]
    assert 2 < log[1].bank <= 3
    assert log[1].idle == 5 > log[2].idle
    assert log[3].bank <= 2.9
    for first, second in pairwise(log[1:]):
        assert second.bank == pytest.approx(first.bank - first.ms / 1000, abs=0.001)
        assert second.idle == pytest.approx(first.idle - first.idle_ms / 1000, abs=0.001)


def test_thinking_on_an_opponents_time_is_charged(opened: Open) -> None:
    source = """
import threading
def burn():
    while True: pass
def choose(view, legal):
    if threading.active_count() == 1:
        threading.Thread(target=burn, daemon=True).start()
    return "draw"
"""
    session = opened(source, move_cap=9)
    session.start(0, 0, "dice")
    session.choose(0, {}, LEGAL, [])

    def play_on() -> None:
        for _ in range(99):  # as long as a busy host takes to give it so much
            time.sleep(0.7)
            session.choose(0, {}, LEGAL, [])

    with pytest.raises(Fault, match="used up its CPU time for the match"):
        play_on()
    cpu, log = session.over([0, 0], [1, 1])
    assert cpu > 0.5
    assert sum(line.ms for line in decoded(log)) == pytest.approx(cpu * 1000, abs=0.5)


def test_cpu_between_two_matches_is_charged_to_the_second(opened: Open) -> None:
    source = """
import time
class Bot:
    def choose(self, view, legal): return "draw"
    def over(self, result):
        end = time.process_time() + 0.4
        while time.process_time() < end: pass
"""
    session = opened(source, bank=9, move_cap=9, idle=20)
    spent = []
    for match in range(3):
        session.start(match, 0, "dice")
        session.choose(0, {}, LEGAL, [])
        spent.append(session.over([0, 0], [1, 1])[0])
    assert spent[0] < 0.4
    assert all(0.4 <= cpu < 0.8 for cpu in spent[1:])


def test_a_late_answer_before_the_next_question_is_a_fault(opened: Open) -> None:
    source = WRITE.replace("wire({line!r})", "").replace(
        "import time; time.sleep(9)",
        """
    import threading
    threading.Timer(0.1, wire, [b'{"move":"draw"}\\n']).start()
    return "draw"
""",
    )
    session = opened(source)
    session.start(0, 0, "dice")
    session.choose(0, {}, LEGAL, [])
    assert session._running
    assert select.select([session._running._process.stdout], [], [], 60)[0]
    with pytest.raises(Fault, match="nobody had asked for"):
        session.choose(0, {}, LEGAL, [])


def test_a_flood_of_prints_costs_only_the_prints(opened: Open) -> None:
    answers, log = play(opened("def choose(v, l):\n    print('x' * 10**6)\n    return l[0]\n", move_cap=0.5))
    assert answers == ["draw"]
    assert log[1].prints.startswith("x" * 65_536)
    assert "were printed]" in log[1].prints


def test_after_a_fault_the_next_match_gets_a_fresh_process(opened: Open) -> None:
    source = """
played = []
def choose(view, legal):
    played.append(1)
    return legal[0] if len(played) < 3 else "fly"
"""
    session = opened(source)
    assert play(session, 0, 3)[0][:2] == ["draw", "draw"]
    assert play(session, 1, 2)[0] == ["draw", "draw"]


def test_after_three_faults_it_sits_out_the_rest(opened: Open) -> None:
    session = opened("def choose(v, l):\n    return 'fly'\n")
    for match in range(3):
        assert play(session, match)[0][0].startswith("illegal")
    answers, log = play(session, 3)
    assert answers[0].startswith("repeated: had too many faults before")
    assert log[0].fault in answers[0]


def test_a_bot_that_never_got_ready_is_not_started_again(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = opened("import time; time.sleep(60)\ndef choose(v, l): ...\n", startup_wall=0.3)
    assert play(session)[0][0].startswith("startup: ")
    monkeypatch.setattr(Session, "_launch", lambda session: pytest.fail("started again"))
    assert play(session, 1)[0][0].startswith("startup: did not get ready to play: more than 0.3 s")


def test_nobody_is_blamed_for_a_neighbours_slow_start(opened: Open) -> None:
    session = opened(GOOD, startup_wall=1)
    time.sleep(1.5)  # while the referee waits for another
    assert play(session)[0] == ["draw"]


def test_imports_are_not_charged_to_the_first_match(opened: Open) -> None:
    burn = "import time\nwhile time.process_time() < 0.4: pass\n"
    session = opened(burn + GOOD)
    session.start(0, 0, "dice")
    session.choose(0, {}, LEGAL, [])
    assert session.over([0, 0], [1, 1])[0] < 0.4


def test_no_bot_can_run_into_the_kernels_cpu_limit_though_seen_on_every_processor_at_every_tick(
    table: Callable[..., Table],
) -> None:
    everybody = 2 * (5 + 7 + 3 * (2.5 + 11))
    clocks = {"startup_cpu": 5, "startup_wall": 7, "bank": 2.5, "idle": 11}
    assert table(**clocks).process_limits().cpu >= 2 * (os.cpu_count() or 1) * everybody


def test_a_bot_that_is_waited_for_keeps_the_pulse(
    version: Callable[[str], Version],
    table: Callable[..., Table],
    launcher: Launcher,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[str] = []
    look = Turn.look
    monkeypatch.setattr(Turn, "look", lambda turn, **more: heard.append("look") or look(turn, **more))
    source = "import time\ndef choose(v, l): time.sleep(600)\n"
    with Session(version(source), table(), launcher, lambda: heard.append("beat")) as session:
        play(session)
    looks = [number for number, what in enumerate(heard) if what == "look"]
    assert len(looks) > 1
    assert {heard[number + 1] for number in looks} == {"beat"}


def test_a_sandbox_that_does_not_come_up_is_said_to_be_just_that(
    table: Callable[..., Table], public: Path
) -> None:
    if detect().name != "full":
        pytest.skip("no sandbox")
    missing = Version(public / "missing", "bot.py", "python")

    def begin() -> None:
        with Session(missing, table(), bubblewrap.Launcher()) as session:
            session.start(0, 0, "dice")

    for _ in range(5):
        with pytest.raises(SandboxError, match=r"source path|before it reached"):
            begin()


class Slow(bubblewrap.Launcher):
    """The referee's host is busy: a bot that ends at once is gone before anybody looks at it."""

    def launch(self, *what: Any) -> Process:
        process = super().launch(*what)
        eventually(lambda: not Path(f"/proc/{process.pid}").exists())
        return process


def test_a_program_that_is_gone_at_once_is_to_blame_itself(table: Callable[..., Table], public: Path) -> None:
    if detect().name != "full":
        pytest.skip("no sandbox")
    (public / "bot").write_bytes(compiled("int main(void) { return 3; }"))
    (public / "bot").chmod(0o755)
    with Session(Version(public, "bot", "executable"), table(), Slow()) as session:
        answers, _ = play(session)
    assert answers == ["startup: did not get ready to play: it ended with an error (exit code 3)"]
