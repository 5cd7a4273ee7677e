"""The site from outside: the socket that the web process inherits, and the pages behind it."""

from __future__ import annotations

import http.client
import os
import socket

from caravan.up.installation import UnableError

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - and where such a server is asked


class Site:
    """The socket that the web process inherits, and the pages behind it."""

    def __init__(self, host: str, port: int) -> None:
        self.listener = listen(host, port)
        self.port = self.listener.getsockname()[1]
        self.host = EVERYWHERE.get(host, host)
        self.open = host in EVERYWHERE

    @property
    def descriptor(self) -> int:
        """Of the listening socket."""
        return self.listener.fileno()

    @property
    def address(self) -> str:
        """Where a person finds the first page."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    def environment(self) -> dict[str, str]:
        """What the web process must know: which names it is asked by."""
        hosts = "*" if self.open else f"localhost,127.0.0.1,[::1],{self.host}"
        return {"CARAVAN_HOSTS": os.environ.get("CARAVAN_HOSTS") or hosts}

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page; 0 while there is no answer."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=5)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")
        except OSError:
            return 0, ""
        finally:
            connection.close()

    def served(self) -> bool:
        """Whether the first page comes."""
        return self.get("/")[0] == 200


def listen(host: str, port: int) -> socket.socket:
    """A listening socket that the web process inherits; a port that is taken is known at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else "the highest is 65535"
        raise UnableError(
            f"Port {port} of {host} cannot be used ({reason}). Choose another with --port, or --host."
        ) from None
    listener.listen(512)
    return listener
