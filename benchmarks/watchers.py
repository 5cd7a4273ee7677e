"""Many watchers of live matches in one process: `python -m benchmarks.watchers`.

Reads a line of JSON, `[[port, fixture], …]`, a pair for each watcher; says "ready" when all of them have the
scene; at the next line it prints, for each watcher, the ids of the moves that came, and when each was read.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time

import msgspec

AT_ONCE = 100
"""So many connect at the same time."""


class Watcher(asyncio.Protocol):
    """One of them: takes the stream apart as a browser does."""

    def __init__(self, fixture: int) -> None:
        self._fixture = fixture
        self._raw = self._text = b""
        self._headed = False
        self.stands = asyncio.Event()
        self.ids: list[str] = []
        self.times: list[float] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the stream."""
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"GET /live/{self._fixture}/ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Reads all events that are whole."""
        self._raw += data
        if not self._headed:
            head, found, rest = self._raw.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 200 " not in head.partition(b"\r\n")[0]:
                raise ConnectionError(head.decode())
            self._headed, self._raw = True, rest
        self._take_chunks()
        *events, self._text = self._text.split(b"\n\n")
        for event in events:
            self._read(event)

    def _take_chunks(self) -> None:
        """What HTTP has wrapped up, as far as it has come."""
        while b"\r\n" in self._raw:
            size, _, rest = self._raw.partition(b"\r\n")
            length = int(size, 16)
            if len(rest) < length + 2:
                return
            self._text += rest[:length]
            self._raw = rest[length + 2 :]

    def _read(self, event: bytes) -> None:
        at = ""
        for line in event.split(b"\n"):
            name, _, value = line.partition(b": ")
            if name == b"id":
                at = value.decode()
            elif name == b"data":
                msgspec.json.decode(value)
                self.stands.set()
        if at:
            self.ids.append(at)
            self.times.append(time.monotonic())


async def watch(pairs: list[tuple[int, int]]) -> None:
    """All of them, until a line comes."""
    loop, watchers = asyncio.get_running_loop(), [Watcher(fixture) for _, fixture in pairs]
    few = asyncio.Semaphore(AT_ONCE)

    async def join(watcher: Watcher, port: int) -> None:
        async with few:
            await loop.create_connection(lambda: watcher, "127.0.0.1", port)
            await watcher.stands.wait()

    await asyncio.gather(*(join(one, port) for one, (port, _) in zip(watchers, pairs, strict=True)))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps([[watcher.ids, watcher.times] for watcher in watchers]), flush=True)


def main() -> None:
    """With as many open files as this process may have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(watch([(port, fixture) for port, fixture in json.loads(sys.stdin.readline())]))


if __name__ == "__main__":
    main()
