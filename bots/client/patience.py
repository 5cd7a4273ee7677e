"""How long an answer is waited for, what is tried again, and after how long."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

from bots.client.errors import ClientError, UnreachableError

T = TypeVar("T")
Tell = Callable[[ClientError, float], None]
"""Is told what went wrong, and after how many seconds it is tried again."""
GAPS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds, growing, before each of the attempts after the first."""
SOON = 5.0
"""Seconds, after which somebody is told that an answer is waited for."""
LONGEST = 120.0
"""Seconds: who is to come back later than that is told so instead."""


class Patience:
    """Waits longer each time, as often as there are gaps."""

    def __init__(self, tell: Tell, gaps: Sequence[float] = GAPS) -> None:
        self._tell, self._gaps = tell, gaps
        self.renew()

    def renew(self) -> None:
        """Begins again: something went well."""
        self._left = iter(self._gaps)

    def wait(self, error: ClientError) -> None:
        """Waits after an error; raises it where that is of no use any more."""
        gap = next(self._left, None)
        if gap is None or not error.passing:
            raise error
        seconds = gap if error.after is None else error.after
        if seconds > LONGEST:
            raise error
        self._tell(error, seconds)
        time.sleep(seconds)


def patiently(ask: Callable[[], T], patience: Patience, *, twice: bool = True) -> T:
    """The answer of `ask`, which may fail for a while.

    What may not be done `twice` is asked for again only where the server said that it did nothing.
    """
    while True:
        try:
            return ask()
        except ClientError as error:
            if isinstance(error, UnreachableError) and not twice:
                raise
            patience.wait(error)


def within(seconds: float, ask: Callable[[], T], waiting: Callable[[], None]) -> T:
    """The answer of `ask`, which may not listen to a clock; TimeoutError where there is none after so long.

    `waiting` is called if it takes longer than somebody likes to look at nothing.
    """
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(ask())
        except BaseException as error:  # whatever it is, it belongs to who asks
            answer.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    with suppress(TimeoutError):
        return answer.result(min(SOON, seconds))
    waiting()
    return answer.result(seconds - min(SOON, seconds))
