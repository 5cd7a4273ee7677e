"""`caravan login` and `caravan logout`: which server, and who you are there."""

import os
import sys
from typing import Any

import click

from bots.cli import options
from bots.cli.online import NEW_TOKEN, TOKENS, AskedError, open_to
from bots.cli.screen import document
from bots.client import credentials
from bots.client.address import origin
from bots.client.credentials import TOKEN, checked
from bots.client.errors import StrangeError
from bots.quoting import printable


@click.command(short_help="Tell a server who you are.")
@click.argument("server", required=False)
@options.as_json
def login(server: str | None, as_json: bool) -> None:
    """Keep a token for SERVER, which all commands ask from now on; without SERVER for the one asked so far.

    The token is asked for, or read from a pipe, and kept in a file that only you can read.
    """
    address = _address(server)
    token = checked(_typed(address))
    me = _known(address, open_to(address, token, gaps=()).get("me"))
    kept = credentials.load()
    kept.server, kept.tokens[address] = address, token
    credentials.save(kept)
    click.echo(document({"server": address, **me}) if as_json else _said(address, me))
    if os.environ.get(TOKEN):
        click.echo(f"{TOKEN} is set: it wins over what was kept just now.", err=True)


@click.command(short_help="Forget what login has kept.")
@click.argument("server", required=False)
@options.as_json
def logout(server: str | None, as_json: bool) -> None:
    """Forget the token for SERVER; without SERVER for the one asked so far. The server still knows it."""
    address = _address(server)
    kept = credentials.load()
    known = kept.tokens.pop(address, None) is not None
    credentials.save(kept)
    if as_json:
        click.echo(document({"server": address, "forgotten": known}))
    elif known:
        click.echo(f"Forgotten. The token is good until it is revoked at {address}{TOKENS}.")
    else:
        click.echo(f"There was no token for {address}.")


def _address(server: str | None) -> str:
    address = origin(server) if server else credentials.server()
    if not address:
        raise AskedError("Say which server: caravan login https://caravan.example")
    return address


def _known(address: str, me: dict[str, Any]) -> dict[str, Any]:
    """Who a server says that we are; StrangeError where it says something else, as it may be no Caravan."""
    if not isinstance(me.get("username"), str) or not isinstance(me.get("scopes"), list | None):
        raise StrangeError(f"{address} does not answer as a Caravan does")
    return me


def _typed(address: str) -> str:
    """What comes in by a pipe, or is typed without being shown."""
    if not sys.stdin:
        raise AskedError("There is nothing to read a token from.")
    if not sys.stdin.isatty():
        return sys.stdin.readline()
    click.echo(f"Make a token at {address}{NEW_TOKEN} and paste it here.", err=True)
    return str(click.prompt("Token", hide_input=True, err=True))


def _said(address: str, me: dict[str, Any]) -> str:
    scopes = ", ".join(me.get("scopes") or [])
    until = f" until {me['expires'][:10]}" if me.get("expires") else ""
    return printable(f"Logged in at {address} as {me['username']}, to {scopes}{until}.")
