"""Posts to an address that somebody has typed in: to that of a public host, and to nothing behind it.

What a name leads to is looked at first, and exactly that is connected to, whatever the name leads to later.
Nothing is followed, little of an answer is read, and all of it is over in a few seconds.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from urllib.parse import urlsplit

LOOK = 5.0
"""Seconds for a connection, and for each piece of an answer."""
DEADLINE = 10.0
"""Seconds for all of it, but for looking up the name."""
ANSWER = 500
"""Bytes that are read of an answer."""
TRIED = 2
"""Of a name that leads to many addresses, so many are tried."""
LEAST_PORT = 1024
NAT64 = ip_network("64:ff9b::/96")

Address = IPv4Address | IPv6Address


class PostError(Exception):
    """Why nothing could be posted, or nothing came back, in words for whoever wanted it."""


class UnknownHostError(PostError):
    """A name that leads nowhere now; it may later."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    text: str
    """How it begins."""


def refusal(url: str) -> str:
    """What is wrong with an address as it is written; empty: nothing."""
    if not (url.isascii() and url.isprintable()) or " " in url:
        return "an address has only letters, digits and signs of ASCII, and no blanks"
    try:
        parts, port = urlsplit(url), urlsplit(url).port
    except ValueError:
        return "this is no address"
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return "an address begins with https:// or http:// and the name of a host"
    if "@" in parts.netloc:
        return "an address must not hold a name or a password"
    if port is not None and port <= LEAST_PORT and port not in (80, 443):
        return f"the port is 80, 443 or above {LEAST_PORT}"
    return ""


def post(url: str, body: bytes, headers: Mapping[str, str], *, loopback: bool = False) -> Answer:
    """Sends it and waits for an answer; PostError where there is none. `loopback`: also to this machine."""
    if wrong := refusal(url):
        raise PostError(wrong)
    parts, (host, port) = urlsplit(url), _place(url)
    addresses = looked_up(host, port, loopback=loopback)
    connection = _Connection(host, port, addresses, tls=parts.scheme == "https", loopback=loopback)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with connection.limited():
            connection.request("POST", path, body, dict(headers))
            response = connection.getresponse()
            answer = Answer(response.status, response.read(ANSWER).decode(errors="replace"))
            connection.in_time()  # what was cut short may look like an answer
            return answer
    except (OSError, HTTPException) as error:
        why = f"no answer within {DEADLINE:.0f} seconds" if connection.late else _told(error)
        raise PostError(why) from None


def astray(url: str, *, loopback: bool = False) -> str:
    """Why nothing is sent to where an address leads now; empty: it is, or nobody knows the host yet."""
    try:
        looked_up(*_place(url), loopback=loopback)
    except UnknownHostError:
        return ""
    except PostError as error:
        return str(error)
    return ""


def _place(url: str) -> tuple[str, int]:
    """Host and port."""
    parts = urlsplit(url)
    return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)


def _told(error: Exception) -> str:
    """What went wrong, in a line."""
    if isinstance(error, TimeoutError):
        return f"it was silent for {LOOK:.0f} seconds"
    return f"{type(error).__name__}: {error}".strip(": ")


def looked_up(host: str, port: int, *, loopback: bool = False) -> list[str]:
    """The addresses that a name leads to; PostError unless there are some and all of them are public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        raise UnknownHostError(f"there is no host {host}") from None
    addresses = [str(each[4][0]) for each in found]
    if not all(public(ip_address(each), loopback=loopback) for each in addresses):
        raise PostError(f"{host} is not a public host")
    return addresses


def public(address: Address, *, loopback: bool = False) -> bool:
    """Whether anybody may reach it: nothing private, nothing of this machine, no tunnel to such."""
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or (IPv4Address(address.packed[12:]) if address in NAT64 else None)
        if inner is not None:
            return public(inner, loopback=loopback)
        if address.sixtofour or address.teredo or address.is_site_local:
            return False
    if address.is_loopback:
        return loopback
    return address.is_global and not address.is_multicast and not address.is_reserved


class _Connection(HTTPConnection):
    """To the first of these addresses that takes it, in the name of the host."""

    def __init__(self, host: str, port: int, addresses: Sequence[str], *, tls: bool, loopback: bool) -> None:
        super().__init__(host, port, timeout=LOOK)
        self.default_port = 443 if tls else 80
        self.late = False
        """Whether the deadline has come."""
        self._addresses, self._tls, self._loopback = addresses[:TRIED], tls, loopback
        self._wire: socket.socket | None = None
        """What is shut at the deadline: `sock` is given up while an answer is still read."""

    def connect(self) -> None:
        """OSError where none takes it, PostError where the public address is one of this machine."""
        self.sock = self._wire = self._reached()
        if not self._loopback and self.sock.getsockname()[0] == self.sock.getpeername()[0]:
            raise PostError(f"{self.host} is no other host than this one")
        self.in_time()
        if self._tls:
            self.sock = self._wire = ssl.create_default_context().wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.in_time()  # the deadline found no socket to shut while this one was made
            self.sock.do_handshake()

    def in_time(self) -> None:
        """TimeoutError once the deadline has come."""
        if self.late:
            raise TimeoutError

    def _reached(self) -> socket.socket:
        for address in self._addresses[:-1]:
            with suppress(OSError):
                return socket.create_connection((address, self.port), LOOK)
        return socket.create_connection((self._addresses[-1], self.port), LOOK)

    @contextmanager
    def limited(self) -> Iterator[None]:
        """What is done inside ends at the deadline, however slowly the other side goes on."""
        timer = Timer(DEADLINE, self._cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            self.close()

    def _cut(self) -> None:
        self.late = True
        if self._wire is not None:
            with suppress(OSError):
                self._wire.shutdown(socket.SHUT_RDWR)
