"""The warm process of the fork server: imports once what bots usually import, then forks for each bot.

    forker.py REQUESTS FILTER     a socket, and an open file with the compiled filter of system calls

It is process 1 of a sandbox that bubblewrap made, holds no secret, and has one capability there: to make
namespaces and mounts. No byte of any bot enters it. A request is five descriptors, used by the fork alone:

    input, output, log     the bot's pipes
    status                 a socket; the fork writes {"confined": true} or {"error": ...} to it, the server
                           {"pid": ...} with a pidfd, and at the end {"code": ..., "cpu": seconds}
    order                  a file: a line {"entry": ..., "limits": {...}, "files": [[path, size], ...]},
                           then what the files hold

`become_bot` reads from top to bottom what happens to a fork before it looks at the bot's code.
"""

from __future__ import annotations

import ctypes
import errno
import gc
import importlib.util
import json
import os
import select
import socket
import struct
import sys
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

    from bots.sandbox import runner
else:
    import runner

USUAL = [
    "abc", "bisect", "collections", "contextlib", "copy", "dataclasses", "enum", "fractions", "functools",
    "heapq", "itertools", "math", "operator", "re", "statistics", "string", "threading", "time", "traceback",
    "typing", "referee.games", "numpy",
]  # fmt: skip
"""What bots import, if it is there. A fork's `random` takes new dice by itself; numpy's would be the same."""

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID = 0x10000000, 0x20000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT = 1, 2, 4, 32
PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 22, 24, 38
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522
INSTRUCTION = 8
"""Bytes of one in a filter."""

libc = ctypes.CDLL(None, use_errno=True)
libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
libc.mount.argtypes = [*[ctypes.c_char_p] * 3, ctypes.c_ulong, ctypes.c_char_p]


class FilterProgram(ctypes.Structure):
    """The kernel's `sock_fprog`."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def main() -> None:
    """Serve until the owner is gone; in a fork, play."""
    requests, filter_ = map(int, sys.argv[1:3])
    with open(filter_, "rb") as file:
        program = file.read()
    preload()
    os.write(requests, b"warm")
    given = serve(requests)  # comes back in a fork, to which the server's frames are gone
    runner.play(become_bot(given, program))


def preload() -> None:
    """Import the usual, and leave it where the garbage collector writes no more."""
    for name in USUAL:
        if importlib.util.find_spec(name.partition(".")[0]):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()


def serve(requests: int) -> list[int]:
    """Fork for each request, tell each end; returns in a fork only, with its five descriptors."""
    own = os.pidfd_open(os.getpid())
    bots: dict[int, tuple[int, int]] = {}
    while True:
        for ready in select.select([requests, *bots], [], [])[0]:
            if ready in bots:
                tell_end(ready, *bots.pop(ready))
            elif given := receive(requests):
                *pipes, status, order = given
                pid = fork(own, status)
                if pid == 0:
                    return given
                if pid:
                    bots[tell_start(pid, status)] = pid, status
                close(*pipes, order, *(() if pid else (status,)))


def receive(requests: int) -> list[int]:
    """The descriptors of the next request, none of one that came incomplete; ends this when the owner has."""
    door = socket.socket(fileno=requests)
    message, given, _, _ = socket.recv_fds(door, 1, 5)
    door.detach()
    if not message:
        os._exit(0)
    if len(given) < 5:
        close(*given)
        return []
    return given


def fork(own: int, status: int) -> int | None:
    """Fork the first process of a new namespace, a child of this one all the same; None if that fails."""
    pid = None
    try:
        call("unshare", CLONE_NEWPID)
        pid = os.fork()
    except OSError as error:
        say(status, error=str(error))
    if pid != 0:
        call("setns", own, CLONE_NEWPID)
    return pid


def tell_start(pid: int, status: int) -> int:
    """Hand the owner a descriptor of the fork, from which the pid on the host can be read; keep one."""
    pidfd = os.pidfd_open(pid)
    end = socket.socket(fileno=status)
    with suppress(OSError):  # the owner may be gone
        socket.send_fds(end, [b'{"started": true}'], [pidfd])
    end.detach()
    return pidfd


def tell_end(pidfd: int, pid: int, status: int) -> None:
    """Take leave of a fork that has ended."""
    _, code, usage = os.wait4(pid, 0)
    say(status, code=os.waitstatus_to_exitcode(code), cpu=usage.ru_utime + usage.ru_stime)
    close(pidfd, status)


def become_bot(given: list[int], program: bytes) -> str:
    """Turn this fork into one bot's process, for good; what it is to play."""
    *pipes, status, order = given
    try:
        os.setpgid(0, 0)  # in the server's group a bot could signal all others
        call("unshare", CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS)
        with open(order, "rb") as file:
            wanted = json.loads(file.readline())
            unpack(wanted["files"], file)
        call("unshare", CLONE_NEWUSER)  # its capabilities reach nothing that was made before
        take(pipes, status)
        runner.restrict(wanted["limits"])
        drop_capabilities()
        filter_calls(program)
    except Exception as error:
        say(status, error=f"{type(error).__name__}: {error}")
        os._exit(1)
    say(status, confined=True)
    close(status)
    return str(wanted["entry"])


def unpack(files: list[tuple[str, int]], content: BinaryIO) -> None:
    """Lay the bot's files in a /bot of its own that nobody can write to any more."""
    call("mount", b"bot", b"/bot", b"tmpfs", MS_NOSUID | MS_NODEV, b"mode=755")
    for path, size in files:
        os.makedirs(os.path.dirname(f"/bot/{path}"), exist_ok=True)
        with open(f"/bot/{path}", "wb") as file:
            file.write(content.read(size))
    call("mount", b"bot", b"/bot", None, MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV, None)
    forget({path.partition("/")[0].removesuffix(".py") for path, _ in files})


def forget(names: set[str]) -> None:
    """Let the bot's own modules win over those that only the server has imported."""
    for name in (name for name in names - runner.IMPORTED if name in sys.modules):
        for module in [each for each in sys.modules if f"{each}.".startswith(f"{name}.")]:
            del sys.modules[module]


def take(pipes: list[int], status: int) -> None:
    """Have the bot's pipes for input, output and log, the status socket, and no other descriptor."""
    for goal, pipe in enumerate(pipes):
        os.dup2(pipe, goal)
    os.closerange(3, status)
    os.closerange(status + 1, os.sysconf("SC_OPEN_MAX"))


def drop_capabilities() -> None:
    """Have none, and none to regain; a new user namespace had given all."""
    capability = 0
    while libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0:
        capability += 1
    if ctypes.get_errno() != errno.EINVAL:  # the kernel knows no more of them
        raise OSError(ctypes.get_errno(), "prctl")
    call("capset", struct.pack("Ii", CAPABILITY_VERSION_3, 0), bytes(24))


def filter_calls(program: bytes) -> None:
    """Make no system call from here but those that the filter allows."""
    instructions = ctypes.create_string_buffer(program)
    described = FilterProgram(len(program) // INSTRUCTION, ctypes.addressof(instructions))
    call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    call("prctl", PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(described), 0, 0)


def say(status: int, **words: Any) -> None:
    """Write to the owner, who may be gone."""
    with suppress(OSError):
        os.write(status, json.dumps(words).encode())


def call(name: str, *arguments: Any) -> None:
    """A function of the C library that answers -1 where it fails."""
    if getattr(libc, name)(*arguments) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def close(*descriptors: int) -> None:
    """Give them back."""
    for fd in descriptors:
        os.close(fd)
