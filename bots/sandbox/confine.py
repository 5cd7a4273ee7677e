"""Turns this process into a bot that Landlock holds: gives up everything, then executes the bot's command.

    python -c SOURCE ORDER       a JSON object

It runs before the bot, as the bot's user, from the bot's own interpreter. Standard library only. What goes
wrong is said on standard error; a byte on the descriptor `status` says that nothing did.
"""

import ctypes
import json
import os
import resource
import signal
import sys
from collections.abc import Callable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
"""The numbers of Landlock's calls, the same on every machine."""
ALL_FILES, ALL_TCP, ALL_SCOPES = (1 << 16) - 1, 3, 3
"""What version 6 can forbid: files in every way, TCP, signals and abstract sockets that lead outside."""
EXECUTE, WRITE, READ, LIST, TRUNCATE, IOCTL = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14, 1 << 15

SET_PDEATHSIG, SET_SECCOMP, SET_NO_NEW_PRIVS = 1, 22, 38
LIBC = ctypes.CDLL(None, use_errno=True)


def main(order: str) -> None:
    """Obey the order that `landlock.Launcher` has written."""
    given = json.loads(order)
    os.set_inheritable(given["status"], False)
    die_with(given["parent"])
    wait(given["held"])
    limit(given["limits"], given["spare"])
    call(LIBC.prctl, SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    restrict(given["read"])
    with open(given["filter"], "rb") as file:
        code = file.read()
    load(code)
    os.write(given["status"], b"!")
    os.execve(given["command"][0], given["command"], given["environment"])


def call(function: Callable[..., int], *arguments: object) -> int:
    """What the C function returns; OSError where that is negative."""
    result = function(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def die_with(parent: int) -> None:
    """Be killed as soon as the thread that started this ends; end here if it has ended already."""
    call(LIBC.prctl, SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("the referee is gone")


def wait(held: int) -> None:
    """Until the launcher has done its part; end here if it is gone."""
    if not os.read(held, 2):
        sys.exit("the launcher is gone")
    os.close(held)


def limit(limits: dict[str, int], spare: int) -> None:
    """Lower the hard limits named; that on processes, counted by user, to `spare` more than there are."""
    for name, value in {**limits, "NPROC": threads_of(os.getuid()) + spare}.items():
        which = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(which)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(which, (value, value))


def threads_of(user: int) -> int:
    """How many run for this user, as far as can be seen."""
    found = 0
    for process in (name for name in os.listdir("/proc") if name.isdecimal()):
        try:
            if os.stat(f"/proc/{process}").st_uid == user:
                found += os.stat(f"/proc/{process}/task").st_nlink - 2
        except OSError:
            continue  # it has ended since
    return found


def restrict(read: list[str]) -> None:
    """From here these paths can be read and executed, /dev/null be written, and nothing else be reached."""
    everything = (ctypes.c_uint64 * 3)(ALL_FILES, ALL_TCP, ALL_SCOPES)
    ruleset = call(LIBC.syscall, CREATE_RULESET, everything, ctypes.sizeof(everything), 0)
    for path in read:
        allow(ruleset, path, EXECUTE | READ | (LIST if os.path.isdir(path) else 0))
    allow(ruleset, os.devnull, READ | WRITE | TRUNCATE | IOCTL)
    call(LIBC.syscall, RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def allow(ruleset: int, path: str, access: int) -> None:
    """Except what lies at or below this path."""
    fd = os.open(path, os.O_PATH)
    rule = access.to_bytes(8, sys.byteorder) + fd.to_bytes(4, sys.byteorder)
    call(LIBC.syscall, ADD_RULE, ruleset, 1, rule, 0)
    os.close(fd)


def load(code: bytes) -> None:
    """Let every system call pass this filter from here on."""
    filter_ = ctypes.create_string_buffer(code, len(code))

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    program = Program(len(code) // 8, ctypes.cast(filter_, ctypes.c_void_p))
    call(LIBC.prctl, SET_SECCOMP, 2, ctypes.byref(program), 0, 0)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except OSError as error:
        sys.exit(f"Landlock could not be set up: {error}")
