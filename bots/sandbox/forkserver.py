"""Starts Python bots as forks of a warm process, in a tenth of the time and memory of an interpreter each.

The warm process runs `forker.py` inside bubblewrap, with what every bot sees and nothing else; each fork then
gets namespaces, files and limits of its own and the same filter. It ends when its owner does, by any death:
all it waits for is a socket. So it does not matter which thread has started it.
"""

import json
import os
import resource
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from bots.sandbox import bubblewrap, languages, rootfs, seccomp
from bots.sandbox.forked import Fork, ForkedProcess, ServerGoneError
from bots.sandbox.interface import SandboxError
from bots.sandbox.limits import Limits
from bots.sandbox.process import Process, Spawned
from bots.sandbox.sandboxed import SandboxedProcess, abandon, last_words

WARM = 120.0
"""Seconds in which a server must have imported everything."""
ROOM = 32 << 20
"""Bytes of addresses that a fork gets beyond those of the server and the memory that a bot is granted."""
PYTHON = [rootfs.PYTHON, "-S", "-s", "-P", "-c", "import runner, forker; forker.main()"]


class Launcher:
    """Starts strangers' bots; what is not Python starts in a bubblewrap of its own."""

    def __init__(self, cache: Path | None = None) -> None:
        self._others = bubblewrap.Launcher(cache)
        self._cache = cache
        self._server = Server(cache)

    def launch(self, folder: Path, entry: str, language: str, limits: Limits) -> Process:
        """Fork it; the bot's own code runs only when it has been sent `hello`. A dead server is replaced."""
        if language != "python":
            return self._others.launch(folder, entry, language, limits)
        try:
            return self._fork(folder, entry, limits)
        except ServerGoneError:
            self._server.close()
            self._server = Server(self._cache)
            return self._fork(folder, entry, limits)

    def describe(self) -> str:
        """What holds the bots that this starts, in one sentence."""
        return f"{self._others.describe()}; Python bots are forks of one warm process"

    def close(self) -> None:
        """End the server and every bot that it has started."""
        self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.close()

    def _fork(self, folder: Path, entry: str, limits: Limits) -> Process:
        rlimits = {**bubblewrap.rlimits(limits, self._server.mapped + ROOM), "CPU": limits.cpu}
        with order(folder, entry, rlimits) as file:
            child = self._server.fork(file)
        try:
            pid = child.pid()
            return ForkedProcess(child, pid, self._others.group(pid, limits), limits)
        except BaseException:
            child.abandon()
            raise


class Server:
    """The warm process; SandboxError where the host does not let it be."""

    def __init__(self, cache: Path | None = None) -> None:
        self._door, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._door.settimeout(WARM)
        with theirs, open(seccomp.policy(cache), "rb") as filter_:
            given = [theirs.fileno(), filter_.fileno()]
            inside = ["--chdir", "/", "--", *PYTHON, *map(str, given)]
            child, status = bubblewrap.start(options(cache), inside, keep=given)
        try:
            self._process = SandboxedProcess(child, status.pid(child), status, None, Limits())
        except BaseException:
            self._door.close()
            abandon(child, status, None)
            raise
        try:
            self.mapped = self._wait(child)
        except BaseException:
            self.close()
            raise

    def fork(self, order: BinaryIO) -> Fork:
        """Ask for a bot."""
        (stdin, to), (out, stdout), (log, stderr) = (os.pipe() for _ in range(3))
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        child = Fork(to, out, log, ours)
        try:
            given = [stdin, stdout, stderr, theirs.fileno(), order.fileno()]
            socket.send_fds(self._door, [b"fork"], given)
        except OSError as error:
            child.abandon()
            raise ServerGoneError(f"the fork server has ended: {error}") from error
        finally:
            theirs.close()
            for fd in (stdin, stdout, stderr):
                os.close(fd)
        return child

    def close(self) -> None:
        """End it, and with it every fork; again is harmless."""
        self._door.close()
        self._process.close()

    def _wait(self, child: Spawned) -> int:
        """The bytes of addresses that are mapped when everything is imported."""
        try:
            warm = self._door.recv(16)
        except TimeoutError:
            raise SandboxError(f"the fork server was not ready after {WARM:g} s") from None
        if not warm:
            raise SandboxError(f"the fork server did not start: {last_words(child)}")
        with open(f"/proc/{self._process.pid}/statm") as file:
            return int(file.read().split()[0]) * resource.getpagesize()


def options(cache: Path | None) -> list[str]:
    """Of bubblewrap: what every bot gets, and the right to make namespaces."""
    right = ["--cap-add", "CAP_SYS_ADMIN"]
    mounts = bubblewrap.mounts(languages.named("python"), cache)
    start = [*bubblewrap.as_ordinary_user(), bubblewrap.bwrap(cache)]
    return [*start, *bubblewrap.ISOLATION, *right, *mounts]


def order(folder: Path, entry: str, rlimits: Mapping[str, int]) -> BinaryIO:
    """A file in memory with all that a fork needs of a bot."""
    try:
        contents = {str(path.relative_to(folder)): path.read_bytes() for path in files(folder)}
    except OSError as error:
        raise SandboxError(f"a bot's files cannot be read: {error}") from error
    sizes = [(path, len(content)) for path, content in contents.items()]
    head = {"entry": f"/bot/{entry}", "limits": rlimits, "files": sizes}
    file = os.fdopen(os.memfd_create("order"), "w+b")
    file.write(json.dumps(head).encode() + b"\n")
    file.writelines(contents.values())
    file.seek(0)
    return file


def files(folder: Path) -> Iterator[Path]:
    """All that lie in it at any depth; a link is not followed, it could lead out."""

    def complain(error: OSError) -> None:
        raise error

    for place, _, names in os.walk(folder, onerror=complain):
        for path in (Path(place, name) for name in sorted(names)):
            if path.is_file() and not path.is_symlink():
                yield path
