"""The tokens that this machine keeps, by server, in a file that only its owner can read.

`CARAVAN_SERVER` and `CARAVAN_TOKEN` win over it. A kept token is for the server that it was given for.
"""

import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from bots.client.address import origin
from bots.client.errors import CredentialsError

SERVER, TOKEN = "CARAVAN_SERVER", "CARAVAN_TOKEN"
_TOKEN = re.compile(r"crv_[A-Za-z0-9_-]{16,200}")
_TOKENS = re.compile(r"crv_[A-Za-z0-9_-]+")


class Servers(Struct):
    """What the file holds."""

    server: str = ""
    """The one that is asked if none is named: the last one logged in to."""
    tokens: dict[str, str] = {}


def place() -> Path:
    """Where the file is."""
    config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(config, "caravan", "servers.json")


def load() -> Servers:
    """What is kept: nothing, where there is no file."""
    try:
        return msgspec.json.decode(place().read_bytes(), type=Servers)
    except FileNotFoundError:
        return Servers()
    except OSError as error:
        raise CredentialsError(f"{place()} cannot be read: {error.strerror}") from None
    except ValueError:
        raise CredentialsError(f"{place()} is damaged: remove it and log in again") from None


def save(kept: Servers) -> None:
    """Keeps it: the file appears whole or not at all, and was never open to others."""
    path = place()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, draft = tempfile.mkstemp(dir=path.parent)  # with mode 0600
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(kept))
            Path(draft).replace(path)
        finally:
            with suppress(FileNotFoundError):
                os.unlink(draft)
    except OSError as error:
        raise CredentialsError(f"{path} cannot be written: {error.strerror}") from None


def server() -> str:
    """The server to ask, "" if none is known."""
    named = os.environ.get(SERVER)
    return origin(named) if named else load().server


def token(address: str) -> str:
    """The token for a server, "" if there is none; CredentialsError for what cannot be one."""
    given = os.environ.get(TOKEN)
    return checked(given, f"what {TOKEN} holds") if given else load().tokens.get(address, "")


def checked(text: str, what: str = "that") -> str:
    """A token without the blanks around it; CredentialsError, which does not quote it, for what is none."""
    if not _TOKEN.fullmatch(text.strip()):
        raise CredentialsError(f"{what} is no token: they begin with crv_, and are copied as a whole")
    return text.strip()


def discreet(text: str) -> str:
    """Without the tokens in it."""
    return _TOKENS.sub("crv_…", text)
