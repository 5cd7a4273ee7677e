"""What a server is asked, below /api/v1/; what can be asked twice without harm is tried again."""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from http.client import HTTPResponse
from itertools import islice
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from bots.client.errors import ClientError, StrangeError, UnreachableError
from bots.client.multipart import form
from bots.client.patience import GAPS, Patience, Tell, patiently
from bots.client.row import Row
from bots.client.transport import JSON, Transport

ROOT = "/api/v1/"
LINES = "application/x-ndjson"
PAGE = 200
"""Rows on a page, the most that there are."""
CHUNK = 1 << 16
"""Bytes of a stream that are taken at once, if they are there."""
LAST = "done"
"""The event after which a stream has nothing more to tell."""


def silently(*_: object) -> None:
    """Tells nobody."""


class Server:
    """A server, with a token or without; `tell` hears what is tried again, `waiting` that it takes long."""

    def __init__(
        self,
        address: str,
        token: str = "",
        *,
        tell: Tell = silently,
        waiting: Callable[[], None] = silently,
        gaps: Sequence[float] = GAPS,
    ) -> None:
        self.address, self.named, self._tell, self._gaps = address, bool(token), tell, gaps
        self._transport = Transport(address, token, waiting=waiting)

    def get(self, *path: object) -> Any:
        """What is at an address."""
        return self._get(_below(path))

    def rows(self, *path: object, limit: int | None = None, **query: object) -> Iterator[Row]:
        """The rows of a list, page by page as they are taken; at most `limit`."""
        first = _below(path) + _asked({**query, "limit": min(PAGE, limit or PAGE)})
        return islice(self._rows(first), limit)

    def _rows(self, where: str) -> Iterator[Row]:
        while where:
            page = self._get(where)
            if not isinstance(page["results"], list) or not isinstance(page["next"], str | None):
                raise StrangeError(f"{self.address} does not answer as a Caravan does")
            yield from page["results"]
            where = _here(page["next"] or "")

    def post(self, *path: object, **fields: object) -> Any:
        """Makes something, once: so it is tried again only where the server did nothing."""
        body, headers = json.dumps(fields).encode(), {"Content-Type": JSON}
        return self._tried(lambda: self._transport.ask("POST", _below(path), body, headers), twice=False)

    def send(self, *path: object, filename: str, content: bytes, fields: Mapping[str, str]) -> Any:
        """Sends a file in; by its key the server knows it when it is sent again."""
        body, kind = form(fields, "file", filename, content)
        headers = {"Content-Type": kind, "Idempotency-Key": secrets.token_hex(16)}
        return self._tried(lambda: self._transport.ask("POST", _below(path), body, headers))

    def lines(self, *path: object, after: str = "") -> Iterator[Row]:
        """Each line of a stream once, until the server ends it: who is cut off comes back for the rest."""
        patience = Patience(self._tell, self._gaps)
        while True:
            try:
                for line in self._stream(_below(path) + _asked({"after": after})):
                    patience.renew()
                    after = line["id"]
                    yield line
                    if line["event"] == LAST:
                        return
                return
            except ClientError as error:
                patience.wait(error)

    def _stream(self, where: str) -> Iterator[Row]:
        with self._transport.opened("GET", where, headers={"Accept": LINES}) as answer:
            rest = b""
            while more := self._more(answer):
                *whole, rest = (rest + more).split(b"\n")
                yield from (_row(text) for text in whole if text.strip())
            if rest:
                raise UnreachableError(f"{self.address} broke off in a line")

    def _more(self, answer: HTTPResponse) -> bytes:
        """What has come, and not by readline, to which a cut looks like an end."""
        try:
            return answer.read1(CHUNK)
        except TimeoutError:  # it did speak: only the connection is lost
            raise UnreachableError(f"{self.address} has fallen silent") from None

    def _get(self, where: str) -> Any:
        return self._tried(lambda: self._transport.ask("GET", where))

    def _tried(self, ask: Callable[[], Any], *, twice: bool = True) -> Any:
        return patiently(ask, Patience(self._tell, self._gaps), twice=twice)


def _below(path: tuple[object, ...]) -> str:
    return ROOT + "".join(f"{quote(str(part), safe='')}/" for part in path)


def _asked(query: Mapping[str, object]) -> str:
    said = {name: value for name, value in query.items() if value not in (None, "")}
    return f"?{urlencode(said)}" if said else ""


def _here(address: str) -> str:
    """Where the next page is on this server, whatever it calls itself."""
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}" if address else ""


def _row(text: bytes) -> Row:
    try:
        row = json.loads(text, object_hook=Row)
        return Row(id=row["id"], event=row["event"], data=row["data"])
    except (ValueError, LookupError, TypeError):
        raise StrangeError("the stream has a line that is none of Caravan's") from None
