"""Measuring real processes from outside."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bots.play.clock import LOOK, SECOND, Reading
from bots.play.meter import Meter, Turn, _waited
from tests.launched import eventually

BURN = "import time\nwhile time.process_time() < {cpu}: pass\n"
CORE = min(os.sched_getaffinity(0))
PINNED = f"import os; os.sched_setaffinity(0, {{{CORE}}})\n"
SPIN = PINNED + "print('go', flush=True)\n" + BURN.format(cpu=60)


@contextmanager
def running(code: str) -> Iterator[tuple[subprocess.Popen[str], Meter]]:
    """A process that obeys `code`, prints a line, then waits for the end of its input."""
    program = code + "\nprint('done', flush=True)\ninput()"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        meter = Meter(process.pid)
        try:
            assert process.stdout
            process.stdout.readline()
            yield process, meter
        finally:
            meter.close()
            process.kill()


def sleeps(process: subprocess.Popen[str]) -> bool:
    """Whether it waits for its input at last."""
    return Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"


@contextmanager
def asleep() -> Iterator[Meter]:
    """The meter of a process that sleeps and will not be woken."""
    with running("") as (process, meter):
        assert eventually(lambda: sleeps(process))
        yield meter


@contextmanager
def on_one_core() -> Iterator[None]:
    """This thread stays where the pinned processes are."""
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {CORE})
    try:
        yield
    finally:
        os.sched_setaffinity(0, mine)


def waited(pid: int | str) -> int:
    """Nanoseconds that the kernel says a process of one thread, or `thread-self`, has waited."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1])


def watch(meter: Meter, looks: int) -> Reading:
    """What the meter reads after so many looks, as often as a referee takes them."""
    for _ in range(looks):
        time.sleep(LOOK / SECOND)
        last = meter.read()
    return last


def test_cpu_is_what_the_process_says_itself() -> None:
    says = "print(time.process_time_ns(), flush=True)\n"
    with running(BURN.format(cpu=0.2) + f"{says}input()\n{says}") as (process, meter):
        assert process.stdin
        assert process.stdout
        measured = meter.read().cpu
        assert measured >= 0.2 * SECOND
        process.stdin.write("\n")
        process.stdin.flush()
        assert measured <= int(process.stdout.readline())


def test_cpu_of_ended_threads_is_kept() -> None:
    code = """
import threading, time
def burn():
    while time.thread_time() < 0.1: pass
for _ in range(2):
    thread = threading.Thread(target=burn)
    thread.start()
    thread.join()
"""
    with running(code) as (_, meter):
        assert meter.read().cpu >= 0.2 * SECOND


def test_who_waits_for_a_processor_is_told_from_who_sleeps_or_runs() -> None:
    pinned = PINNED + "import threading\n"
    burn = "def burn():\n    while True: pass\nthreading.Thread(target=burn).start()\n"
    with running("") as (process, meter):
        meter.read()
        assert not meter.waits()
        process.kill()
        process.wait()
        assert not meter.waits()
    last = "os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))\n"
    with running(pinned + burn), running(pinned + last + burn) as (_, meter):

        def looked() -> tuple[bool, bool]:
            """Whether it has run since the look before, and whether it is said to wait."""
            before = meter.cpu()
            time.sleep(0.002)
            return meter.read().cpu != before, meter.waits()

        looks = [looked() for _ in range(200)]
        assert (False, True) in looks
        assert (True, True) not in looks


def test_a_sleeper_is_idle() -> None:
    with asleep() as meter:
        before = meter.read()
        assert watch(meter, 6).idle_since(before) >= 6 * LOOK


def test_what_the_referee_did_not_watch_is_not_idle() -> None:
    with asleep() as meter:
        before = meter.read()
        time.sleep(1)
        assert 0 < meter.read(heard=True).idle_since(before) <= LOOK


@pytest.mark.parametrize(("heard", "idle"), [(False, 3 * LOOK), (True, 0)])
def test_a_sleeper_has_the_time_in_which_the_referee_waits_unless_it_may_have_answered(
    monkeypatch: pytest.MonkeyPatch, heard: bool, idle: int
) -> None:
    with asleep() as meter:
        before, waited = meter.read(), meter._waited + (3600 * SECOND if heard else 2 * LOOK)
        monkeypatch.setattr(
            "bots.play.meter._waited", lambda fd, kernels=_waited: waited if fd == meter._own else kernels(fd)
        )
        time.sleep(3 * LOOK / SECOND)
        assert meter.read(heard=heard).idle_since(before) == idle


def test_the_referees_own_wait_for_a_processor_is_not_idle() -> None:
    with running(SPIN), asleep() as meter, on_one_core():
        began, before, own = time.monotonic_ns(), meter.read(), waited("thread-self")
        while waited("thread-self") - own < SECOND // 4:
            after = meter.read(heard=True)
        passed = time.monotonic_ns() - began
        assert after.idle_since(before) < passed - SECOND // 8  # a wait amid a look is told by the next


def test_waiting_for_a_busy_processor_is_not_idle() -> None:
    with running(SPIN), running(SPIN), running(SPIN), running(SPIN) as (process, meter):
        before, since = meter.read(), waited(process.pid)
        while waited(process.pid) - since < SECOND // 2:
            after = watch(meter, 1)
        # what a hypervisor takes while it runs is idle
        assert after.idle_since(before) < (after.watched - before.watched) / 2


def test_threads_that_waited_side_by_side_buy_no_sleep() -> None:
    crowd = f"""
import hashlib, threading, time
{PINNED}
def spin():
    while time.process_time() < 0.5: hashlib.sha256(bytes(1 << 20)).digest()
threads = [threading.Thread(target=spin) for _ in range(8)]
input()
for thread in threads: thread.start()
for thread in threads: thread.join()
print('burnt', flush=True)
"""
    with running("print('go', flush=True)" + crowd) as (process, meter):
        before = meter.read()
        assert process.stdin
        assert process.stdout
        process.stdin.write("\n")
        process.stdin.flush()
        while meter.read().cpu < 0.5 * SECOND:
            time.sleep(LOOK / SECOND)
        assert process.stdout.readline() == "burnt\n"
        assert eventually(lambda: sleeps(process))
        meter.read()
        after = watch(meter, 40)
        assert after.idle_since(before) >= 40 * LOOK - (after.cpu - before.cpu)


def test_the_last_figures_of_a_process_that_is_gone_stay() -> None:
    with running(BURN.format(cpu=0.1)) as (process, meter):
        last = meter.read()
        process.kill()
        process.wait()
        assert meter.read().cpu == last.cpu
        assert meter.read().wait >= last.wait


def test_a_process_that_is_gone_already_has_used_nothing() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    meter = Meter(process.pid)
    assert (meter.read().cpu, meter.read().wait) == (0, 0)
    meter.close()


def test_meters_give_their_file_descriptors_back() -> None:
    before = len(os.listdir("/proc/self/fd"))
    second_thread = (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(600,), daemon=True).start()"
    )
    with running(second_thread) as (_, meter):
        meter.read()
        assert len(os.listdir("/proc/self/fd")) >= before + 4
    assert len(os.listdir("/proc/self/fd")) == before


class Scripted(Meter):
    """A meter that reads what it is told to."""

    def __init__(self, *cpu: int) -> None:
        self.figures = iter(cpu)
        self.looks = 0

    def cpu(self) -> int:
        return next(self.figures)

    def read(self, *, heard: bool = False) -> Reading:
        self.looks += 1
        return Reading(100 * self.looks, self.cpu(), 0)


def test_a_bot_that_answers_before_the_first_look_was_not_idle() -> None:
    meter = Scripted(5, 12)
    turn = Turn(meter).end()
    assert (turn.cpu - turn.began, turn.idle, meter.looks) == (7, 0, 0)


def test_a_slow_bot_is_idle_from_the_first_look_to_its_answer() -> None:
    turn = Turn(Scripted(5, 10, 20, 40))
    assert [(turn.look().cpu, turn.idle) for _ in range(2)] == [(10, 0), (20, 90)]
    assert (turn.end().cpu, turn.idle) == (40, 170)
