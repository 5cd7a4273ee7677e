"""Where the command `caravan` begins: signals end it quietly, also while its modules are imported."""

import signal
import sys
from types import FrameType

INTERRUPTED = 130
SIGNALS = (signal.SIGTERM, signal.SIGHUP)


def main() -> None:
    """Runs the command; who is asked to end removes what is temporary and exits with 128 and the signal."""
    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:  # nohup ignores one
            signal.signal(number, _end)
    try:
        from bots.cli import main as command  # takes long enough for somebody to press Ctrl-C

        command()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _end(number: int, _: FrameType | None) -> None:
    """Leaves all blocks in order; asked a second time, as `timeout` does, it goes on with that."""
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    sys.exit(128 + number)
