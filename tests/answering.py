"""A small real server on this machine that answers as it is told, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

TOKEN = "crv_" + "abcdefgh" * 5
"""Looks like one."""


@dataclass
class Asked:
    """A request."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes

    @property
    def fields(self) -> dict[str, bytes]:
        """Of a form with a file, by name."""
        boundary = self.headers["Content-Type"].partition("boundary=")[2].encode()
        parts = [part.partition(b"\r\n\r\n") for part in self.body.split(b"--" + boundary)[1:-1]]
        return {head.split(b'name="')[1].split(b'"')[0].decode(): body[:-2] for head, _, body in parts}


@dataclass
class Answer:
    """What is answered: a body, or lines of a stream; with `cut` the connection breaks before its end."""

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    lines: list[str] | None = None
    cut: bool = False


CUT = Answer(cut=True)
"""The request is taken, and then there is nobody any more."""
Told = Answer | Callable[[Asked], Answer]


def problem(status: int, detail: str, *errors: dict[str, str], remedy: str = "", **headers: str) -> Answer:
    """As Caravan says no."""
    told = {"status": status, "title": "No", "detail": detail, "remedy": remedy, "errors": [*errors]}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(told, status, {"Content-Type": "application/problem+json", **named})


def page(*rows: Any, following: str | None = None) -> Answer:
    """A page of a list."""
    return Answer({"next": following, "previous": None, "results": [*rows]})


def line(number: int, event: str = "move", **data: Any) -> str:
    """A line of a stream."""
    return json.dumps({"id": str(number), "event": event, "data": data}) + "\n"


class Site:
    """Answers by method and path: one after another, the last of them for ever; anything else is 404."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.address = ""
        self._answers: dict[str, deque[Told]] = defaultdict(deque)

    def tell(self, where: str, *answers: Told) -> None:
        """`where` is "GET me/", below /api/v1/."""
        method, _, path = where.partition(" ")
        self._answers[f"{method} {path if path.startswith('/') else '/api/v1/' + path}"] = deque(answers)

    def requests(self, where: str) -> list[Asked]:
        """Those that asked for this."""
        return [each for each in self.asked if f"{each.method} {each.path.removeprefix('/api/v1/')}" == where]

    def answer(self, asked: Asked) -> Answer:
        """The next answer."""
        self.asked.append(asked)
        answers = self._answers.get(f"{asked.method} {asked.path}")
        if not answers:
            return problem(404, "There is no such address.")
        told = answers.popleft() if len(answers) > 1 else answers[0]
        return told(asked) if callable(told) else told


class Quiet(ThreadingHTTPServer):
    """Does not mind who leaves."""

    def handle_error(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def answering() -> Iterator[Site]:
    """The server, until the end of the block."""
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            query = dict(parse_qsl(parts.query, keep_blank_values=True))
            answer = site.answer(Asked(self.command, parts.path, query, dict(self.headers), body))
            self.close_connection = True
            if answer.lines is not None:
                self._stream(answer)
            elif not answer.cut or answer.body is not None:
                self._whole(answer)

        do_GET = do_POST = do_DELETE = handle_any  # noqa: N815 as the library calls them

        def _whole(self, answer: Answer) -> None:
            content = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
            self.send_response(answer.status)
            for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if answer.cut else content)

        def _stream(self, answer: Answer) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/x-ndjson")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for each in answer.lines or []:
                self.wfile.write(f"{len(each.encode()):x}\r\n{each}\r\n".encode())
            if not answer.cut:
                self.wfile.write(b"0\r\n\r\n")

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = Quiet(("127.0.0.1", 0), Handler)
    site.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
