"""How often one may ask; who asks too often is told after how many seconds to come back.

Addresses are those that `CARAVAN_PROXIES` says: of the peer, or what the outermost proxy of ours saw.
"""

from __future__ import annotations

from math import ceil
from typing import Any

from django.http import HttpRequest
from rest_framework.throttling import AnonRateThrottle, BaseThrottle, UserRateThrottle


class Nobody(AnonRateThrottle):
    """By address, for who is not signed in and shows no token."""

    rate = "60/min"


class Somebody(UserRateThrottle):
    """By user, over all their tokens."""

    rate = "600/min"


def address(request: HttpRequest) -> str:
    """Where it comes from; empty on a socket without addresses."""
    asked: Any = request
    return BaseThrottle().get_ident(asked) or ""


def wait(request: HttpRequest) -> int:
    """Counts a question, as the API does its own: 0, or after how many seconds to ask it again."""
    asked: Any = request
    view: Any = None
    refused = [each for each in (Nobody(), Somebody()) if not each.allow_request(asked, view)]
    return max((ceil(each.wait() or 1) for each in refused), default=0)
