"""Hears which fixtures have news; a bell that nobody heard only delays what the next sweep finds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tournaments.services.bells import CHANNEL, rings

PAUSE = 2.0
"""Seconds until a broker that is away is tried again."""
log = logging.getLogger(__name__)


async def listen(ring: Callable[[int], None]) -> None:
    """Calls `ring` with each fixture that is rung for, until cancelled; returns where there is no Redis."""
    address = settings.CARAVAN_REDIS_URL
    while rings(address):
        try:
            await _hear(address, ring)
        except (RedisError, OSError) as error:
            log.info("No bell for those who watch: %s", error)
            await asyncio.sleep(PAUSE)


async def _hear(address: str, ring: Callable[[int], None]) -> None:
    async with Redis.from_url(address) as broker, broker.pubsub() as subscribed:
        await subscribed.subscribe(CHANNEL)
        async for message in subscribed.listen():
            if message["type"] == "message":
                ring(int(message["data"]))
