"""The arithmetic of the banks."""

from bots.play.clock import SECOND, Bank, Clocks, Reading


def at(watched: float = 0, cpu: float = 0, wait: float = 0) -> Reading:
    return Reading(int(watched * SECOND), int(cpu * SECOND), int(wait * SECOND))


def test_idle_is_what_was_watched_less_cpu_and_waits() -> None:
    assert at(watched=15, cpu=4, wait=3).idle_since(at(watched=10, cpu=2, wait=1)) == 1 * SECOND


def test_threads_that_wait_together_never_make_idle_negative() -> None:
    assert at(watched=1, cpu=0.5, wait=8).idle_since(at()) == 0


def test_cpu_is_charged_from_the_figure_the_match_started_with() -> None:
    bank = Bank(Clocks(bank=2), cpu=3 * SECOND)
    assert bank.cpu_used(9 * SECOND // 2) == 1.5 * SECOND
    assert bank.cpu_left(9 * SECOND // 2) == 0.5 * SECOND
    assert bank.cpu_left(6 * SECOND) == -1 * SECOND


def test_idle_moves_add_up() -> None:
    bank = Bank(Clocks(idle=10), cpu=0)
    bank.charge_idle(6 * SECOND)
    assert bank.idle_left() == 4 * SECOND
    assert bank.idle_left(5 * SECOND) == -1 * SECOND
