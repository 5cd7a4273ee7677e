"""The choice of what starts strangers' bots here."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bots.sandbox import bubblewrap, forkserver, landlock
from bots.sandbox.interface import Launcher, SandboxError
from bots.sandbox.selftest import detect, prove

log = logging.getLogger(__name__)


@contextmanager
def open_launcher() -> Iterator[Launcher]:
    """The best that this host's rung has, as long as it is open; SandboxError where bots must be refused."""
    rung = detect()
    if rung.complaint:
        raise SandboxError(rung.complaint)
    with ExitStack() as stack:
        yield landlock.Launcher() if rung.name == "landlock" else _full(stack)


def _full(stack: ExitStack) -> Launcher:
    """Forks of a warm process; where those do not hold, a bubblewrap for each bot, which holds as well."""
    try:
        with ExitStack() as attempt:
            launcher = attempt.enter_context(forkserver.Launcher())
            prove(launcher, "full")
            stack.push(attempt.pop_all())
    except SandboxError as error:
        log.warning("Python bots start without the fork server, which takes longer: %s", error)
        return bubblewrap.Launcher()
    return launcher
