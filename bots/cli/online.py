"""The server that commands ask, and what is said where that fails."""

from collections.abc import Sequence

import click

from bots.client import credentials
from bots.client.address import is_exposed
from bots.client.credentials import discreet
from bots.client.errors import AddressError, ClientError, CredentialsError, ProblemError
from bots.client.patience import GAPS
from bots.client.server import Server
from bots.quoting import printable

UNKNOWN, OURS = 401, 500
TOKENS = "/settings/tokens/"
NEW_TOKEN = f"{TOKENS}new/?cli=1"
"""Where one is made that is good for all commands."""


class AskedError(click.ClickException):
    """Something was asked for that is not there, or not for who asks."""

    exit_code = 2


class AnswerError(click.ClickException):
    """There was no answer, or none that is of use."""

    exit_code = 3


def server(*, named: bool = False) -> Server:
    """The one that was logged in to, or that the environment names; `named`: only with a token."""
    address = credentials.server()
    if not address:
        raise AskedError("Say which server: caravan login https://caravan.example")
    token = credentials.token(address)
    if named and not token:
        raise AskedError(f"{address} has to know who asks: caravan login {address}")
    return open_to(address, token)


def open_to(address: str, token: str, gaps: Sequence[float] = GAPS) -> Server:
    """A server that says when it tries again, and warns of who may listen."""
    if token and is_exposed(address):
        click.echo(f"Everybody on the way to {address} can read your token: better use https.", err=True)
    return Server(address, token, tell=_tell, waiting=lambda: _wait(address), gaps=gaps)


def failure(error: ClientError) -> click.ClickException:
    """The sentence that ends the command, and whose turn it is."""
    if isinstance(error, ProblemError):
        mine, said = not error.passing and error.status < OURS, _told(error)
    else:
        mine, said = isinstance(error, AddressError | CredentialsError), _sentence(str(error))
    return (AskedError if mine else AnswerError)(discreet(said))


def _told(error: ProblemError) -> str:
    """What the server says is wrong, by field, and what helps."""
    if error.status == UNKNOWN:
        remedy = f"Make a new one at {error.address}{NEW_TOKEN} and say: caravan login {error.address}"
        return f"{_sentence(error.detail)} {remedy}"
    if error.after is not None:
        return f"{_sentence(error.detail)} Come back in {error.after:.0f} seconds."
    if not error.errors:
        return f"{_sentence(error.detail)} {_sentence(error.remedy)}".strip()
    return "\n  ".join([_sentence(error.detail), *map(_of_field, error.errors)])


def _of_field(each: dict[str, str]) -> str:
    name = f"{printable(each['field'])}: " if each["field"] else ""
    return f"{name}{_sentence(each['detail'])} {_sentence(each['remedy'])}"


def _sentence(text: str) -> str:
    """With its capital and its full stop; an address begins as it does."""
    line = printable(text.strip())
    if line.partition(" ")[0].isalpha():
        line = line[0].upper() + line[1:]
    return f"{line}." if line and not line.endswith((".", "?", "!")) else line


def _tell(error: ClientError, seconds: float) -> None:
    click.echo(f"{_sentence(discreet(str(error)))} Trying again in {seconds:g} s …", err=True)


def _wait(address: str) -> None:
    click.echo(f"Waiting for {address} …", err=True)
