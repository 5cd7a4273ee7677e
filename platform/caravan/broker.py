"""What both Celery apps have in common: the broker's address, JSON only, priorities, no result backend."""

from __future__ import annotations

from celery import Celery, signals
from kombu.entity import Queue

from caravan import logs
from caravan.environment import REDIS_URL

VISIBILITY = 24 * 3600
"""Seconds after which Redis hands out anew what a worker took and never answered for.

Nothing waits for that: leases are judged far sooner. A clock that is set forwards by hours must not do it.
"""
URGENT, SOON, LATER = 0, 3, 6
"""Priorities of trials, challenges and rated fixtures; the smallest number is served first."""


def url(address: str) -> str:
    """The address as kombu spells it: a socket is `redis+socket://`, as redis-py and `REDIS_URL` say `unix://`."""
    return "redis+socket://" + address.removeprefix("unix://") if address.startswith("unix://") else address


def configure(app: Celery, *queues: str) -> None:
    """Sets the app up to consume these queues, and to log as everything does."""
    signals.setup_logging.connect(logs.configure)
    signals.task_prerun.connect(logs.begin)
    signals.task_postrun.connect(logs.end)
    app.conf.update(
        broker_url=url(REDIS_URL),
        broker_connection_retry_on_startup=True,
        broker_transport_options={
            "priority_steps": [URGENT, SOON, LATER],
            "queue_order_strategy": "priority",
            "socket_connect_timeout": 2,
            "socket_timeout": 30,
            "visibility_timeout": VISIBILITY,
        },
        accept_content=["json"],
        task_serializer="json",
        task_ignore_result=True,
        task_queues=[Queue(name) for name in queues],
        task_default_queue=queues[0],
        task_create_missing_queues=True,
        task_acks_late=True,
        task_reject_on_worker_lost=False,
        worker_prefetch_multiplier=1,
        enable_utc=True,
    )
