"""One request and its answer. What is sent to a server, the token above all, goes nowhere else."""

import http.client
import json
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from bots.client.address import is_here, origin
from bots.client.errors import (
    AddressError,
    ClientError,
    ProblemError,
    SilentError,
    StrangeError,
    UnreachableError,
)
from bots.client.patience import within
from bots.client.row import Row
from bots.quoting import shown

TIMEOUT = 60.0
"""Seconds of silence after which nobody is there any more; streams say something every 15."""
WHOLE = 120.0
"""Seconds for one request and its whole answer, if nothing is sent."""
SLOWEST = 1 << 14
"""Bytes of a body that are sent in a second at least."""
LARGEST = 1 << 24
"""Bytes of an answer, far more than Caravan ever sends at once."""
JSON = "application/json"
BROKEN = (OSError, http.client.HTTPException)
"""What the standard library raises where a connection cannot be made, or breaks."""
CUT = (http.client.RemoteDisconnected, http.client.IncompleteRead, ssl.SSLEOFError, ssl.SSLZeroReturnError)
"""What it raises where one breaks off; other faults in HTTP or TLS are those of who speaks neither."""


class OwnOnly(HTTPRedirectHandler):
    """Follows a server to another place of its own, and reads only."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: http.client.HTTPMessage, newurl: str
    ) -> Request | None:
        """AddressError where it sends us elsewhere."""
        here, there = origin(req.full_url), origin(newurl)
        if there != here or req.get_method() != "GET":
            fp.close()
            raise AddressError(f"{here} sends us on to {there}: if you know that address, log in there")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class Transport:
    """A way to one server."""

    def __init__(
        self, address: str, token: str = "", *, waiting: Callable[[], None], timeout: float = TIMEOUT
    ) -> None:
        """`address` as `origin` gives it; `waiting` is called where an answer takes its time."""
        self.address, self._waiting, self._timeout = address, waiting, timeout
        self._headers = {"User-Agent": f"caravan/{version('caravan')}"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        self._opener = _opener(address)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Row:
        """The object that is its JSON; StrangeError where it is anything else, or has no end."""
        whole = WHOLE + len(body or b"") / SLOWEST
        try:
            return within(whole, lambda: self._asked(method, path, body, headers), self._waiting)
        except TimeoutError:
            raise SilentError(f"{self.address} has not answered in {whole:.0f} seconds") from None

    def _asked(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str] | None) -> Row:
        with self.opened(method, path, body, {"Accept": JSON, **(headers or {})}) as answer:
            content = answer.read(LARGEST)
            if answer.length and len(content) < LARGEST:
                raise http.client.IncompleteRead(content, answer.length)
        try:
            told = json.loads(content, object_hook=Row)
        except (ValueError, RecursionError):
            told = None
        if not isinstance(told, Row):
            raise StrangeError(f"{self.address} does not answer as a Caravan does")
        return told

    @contextmanager
    def opened(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Iterator[http.client.HTTPResponse]:
        """The answer to be read; ProblemError where it is no, UnreachableError where it breaks off."""
        sent = {**self._headers, **(headers or {})}
        request = Request(self.address + path, body, sent, method=method)  # noqa: S310 an address of `origin`
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                yield answer
        except HTTPError as error:
            with error:
                raise _problem(self.address, error) from None
        except BROKEN as error:
            raise self._unreachable(error) from None

    def _unreachable(self, error: Exception) -> ClientError:
        reason = error.reason if isinstance(error, URLError) else error
        if isinstance(reason, ssl.SSLCertVerificationError):
            return AddressError(f"the certificate of {self.address} is not valid: {reason.verify_message}")
        words = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        if isinstance(reason, TimeoutError):
            return SilentError(f"{self.address} cannot be reached: no answer for {self._timeout:.0f} seconds")
        if isinstance(reason, CUT):
            words = "the connection broke off"
        elif isinstance(reason, ssl.SSLError | http.client.HTTPException):
            speech = "HTTPS" if isinstance(reason, ssl.SSLError) else "HTTP"
            return StrangeError(f"{self.address} does not speak {speech}: {shown(words.strip())}")
        return UnreachableError(f"{self.address} cannot be reached: {shown(words)}")


def _opener(address: str) -> OpenerDirector:
    """Through the proxy that the environment names, but not to this machine."""
    return build_opener(OwnOnly, *([ProxyHandler({})] if is_here(address) else []))


def _problem(address: str, error: HTTPError) -> ProblemError:
    """Of an answer that is no; a proxy's may be in any form."""
    try:
        told = json.loads(error.read(LARGEST))
    except (ValueError, RecursionError, *BROKEN):
        told = None
    words = told if isinstance(told, dict) else {"title": f"{error.code} {shown(error.reason)}"}
    return ProblemError(address, error.code, words, _after(error.headers.get("Retry-After", "")))


def _after(text: str) -> float | None:
    """Seconds that a Retry-After says, as a number or as a date."""
    if text.isascii() and text.isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None
