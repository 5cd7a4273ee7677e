"""Somebody's program that is told what happens: takes it, fails, hangs, sends elsewhere, talks too much."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

FLOOD = 10_000_000


class Receiver:
    """What came, in order, and how the next requests are answered: at first each is taken."""

    def __init__(self) -> None:
        self.came: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[str] = []
        """One of the methods below for each request to come; then `take`."""
        self.elsewhere = ""
        self.poured = 0
        """Bytes of answers that could be sent."""
        self.over = threading.Event()
        """Ends what hangs."""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                receiver.came.append((dict(self.headers), self.rfile.read(length)))
                answer = receiver.answers.pop(0) if receiver.answers else "take"
                with suppress(OSError):
                    getattr(receiver, answer)(self)

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/told"

    @contextmanager
    def serving(self) -> Iterator[Receiver]:
        """Listens."""
        thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.over.set()
            self._server.shutdown()
            self._server.server_close()
            thread.join()

    def heard(self, count: int) -> bool:
        """Whether so many requests came, at most a minute from now."""
        return any(len(self.came) >= count or self.over.wait(0.01) for _ in range(6000))

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        """As it should."""
        self._answer(handler, 200, b"thank you")

    def fail(self, handler: BaseHTTPRequestHandler) -> None:
        """It is broken."""
        self._answer(handler, 500, b"out of order")

    def redirect(self, handler: BaseHTTPRequestHandler) -> None:
        """Sends elsewhere."""
        handler.send_response(307)
        handler.send_header("Location", self.elsewhere)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    def hang(self, handler: BaseHTTPRequestHandler) -> None:
        """Says nothing."""
        self.over.wait()

    def drip(self, handler: BaseHTTPRequestHandler) -> None:
        """Never comes to an end, but says something all the time."""
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not self.over.wait(0.01):
            handler.wfile.write(b"s")

    def trickle(self, handler: BaseHTTPRequestHandler) -> None:
        """The same with what it says after the headers, as the last answer of a connection."""
        handler.send_response(200)
        handler.send_header("Connection", "close")
        handler.end_headers()
        while not self.over.wait(0.01):
            handler.wfile.write(b"s")

    def flood(self, handler: BaseHTTPRequestHandler) -> None:
        """Has a lot to say."""
        handler.send_response(200)
        handler.send_header("Content-Length", str(FLOOD))
        handler.end_headers()
        while self.poured < FLOOD:
            handler.wfile.write(b"x" * 100_000)
            self.poured += 100_000

    @staticmethod
    def _answer(handler: BaseHTTPRequestHandler, status: int, body: bytes) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)
