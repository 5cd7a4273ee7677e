"""Where streams are, for pages and for programs; the key to that of a fixture that is not for everybody."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core import signing

PREFIX = "/live/"
LINES = {
    "matches": "matches/{id}/stream/",
    "fixtures": "fixtures/{id}/stream/",
    "seasons": "leagues/{slug}/seasons/{number}/stream/",
}
"""Where programs get lines, below `/api/v1/`: every such address, as the document of the API has it."""
KEY_AGE = 12 * 3600
"""Seconds for which a signed key is good."""
_signer = signing.TimestampSigner(salt="caravan.live")


def address(fixture: int, *, shown: bool) -> str:
    """Where its stream is, with a key if it is not shown to everybody."""
    return f"{PREFIX}{fixture}/" if shown else f"{PREFIX}{fixture}/?{urlencode({'key': signed(fixture)})}"


def signed(fixture: int) -> str:
    """The key to a fixture that is not for everybody."""
    return _signer.sign(str(fixture))


def opens(key: str, fixture: int) -> bool:
    """Whether it is the key to this fixture, and still good."""
    try:
        return _signer.unsign(key, max_age=KEY_AGE) == str(fixture)
    except signing.BadSignature:
        return False
