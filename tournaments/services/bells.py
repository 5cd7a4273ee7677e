"""The bell for whoever watches: it names a fixture with news and may be lost; the database is the truth."""

from __future__ import annotations

import contextlib
import functools

from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

CHANNEL = "caravan.live"
SECONDS = 1.0
"""As long as a broker may keep the desk waiting."""


def ring(fixture: int) -> None:
    """Rings for a fixture; nobody hears it where there is no Redis."""
    address = settings.CARAVAN_REDIS_URL
    if rings(address):
        with contextlib.suppress(RedisError):
            _bell(address).publish(CHANNEL, fixture)


def rings(address: str) -> bool:
    """Whether the broker at this address can ring."""
    return address.startswith(("redis://", "rediss://", "unix://"))


@functools.cache
def _bell(address: str) -> Redis:
    return Redis.from_url(address, socket_timeout=SECONDS, socket_connect_timeout=SECONDS)
