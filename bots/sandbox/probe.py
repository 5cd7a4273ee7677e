"""The bot of the self-test: ready only where nothing that a sandbox must refuse can be done.

It is called `full.py` or `landlock.py`, after the rung; on the latter paths can be seen, and nothing more.
"""

import os
import socket
import sys
import threading

UNSEEN = ["/etc/passwd", "/home", "/proc", "/root", "/sys", "/var"]
ENVIRONMENT = {
    "LC_CTYPE",
    "LD_LIBRARY_PATH",
    "MALLOC_ARENA_MAX",
    "OPENBLAS_NUM_THREADS",
    "OPENSSL_CONF",
    "PWD",
}


def refused(action: str, do: object, *arguments: object) -> None:
    """Prove that a bot cannot do this."""
    try:
        do(*arguments)  # type: ignore[operator]
    except OSError:
        return
    sys.exit(f"a bot could {action}")


def never(wrong: bool, words: str) -> None:
    """Prove that something is not so."""
    if wrong:
        sys.exit(words)


alone = os.path.basename(sys.argv[0]) == "full.py"
for path in UNSEEN:
    refused(f"see {path}", os.stat if alone else os.open, *((path,) if alone else (path, os.O_RDONLY)))
for place in (os.path.dirname(sys.argv[0]), "/dev", "/tmp", ""):  # noqa: S108
    refused(f"write into {place or 'the root'}", open, f"{place}/written", "w")
refused("open a socket", socket.socket)
refused("start a process", os.fork)
refused("signal another process", os.kill, os.getppid() or -1, 0)
never(alone and os.getpid() != 1, "a bot shares its process numbers with others")
never(os.getuid() == 0, "a bot runs as root")
extra = {name for name in os.environ if not name.startswith("PYTHON")} - ENVIRONMENT
never(bool(extra), f"a bot sees the environment variables {sorted(extra)}")
thread = threading.Thread(target=int)
thread.start()  # what a bot may do must work, too


def choose(view: object, legal: list[str]) -> str:
    """Play like any other bot."""
    return legal[0]
