"""`/metrics` for Prometheus: asked of the database at each scrape, so that any web process can answer.

Who may scrape: with `CARAVAN_METRICS_TOKEN` whoever bears it, else this machine, and nobody through a proxy.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeHistogramMetricFamily,
    GaugeMetricFamily,
    Metric,
)
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from caravan.live.app import live
from tournaments import operations
from tournaments.models import Attempt

BOUNDS = (0.5, 1, 2, 5, 10, 20, 60, 120, 300)
"""Seconds that a fixture takes."""
WINDOW = timedelta(hours=1)
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP")


@require_safe
def scrape(request: HttpRequest) -> HttpResponse:
    """The figures of this moment, in the format that was asked for."""
    if not allowed(request):
        return HttpResponseForbidden(
            "Only from this machine, or with the token.\n", content_type="text/plain"
        )
    encode, content_type = choose_encoder(request.headers.get("Accept", ""))
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Figures())
    return HttpResponse(encode(registry), content_type=content_type)


def allowed(request: HttpRequest) -> bool:
    """Whether whoever asks may know."""
    if token := settings.CARAVAN_METRICS_TOKEN:
        shown = request.headers.get("Authorization", "")
        return hmac.compare_digest(shown.encode(), f"Bearer {token}".encode())
    here = ipaddress.ip_address(request.META["REMOTE_ADDR"]).is_loopback
    return here and not any(name in request.headers for name in FORWARDED)


class Figures(Collector):
    """The families, in the order in which they are printed."""

    def collect(self) -> Iterator[Metric]:
        """Asks the database."""
        yield from queues()
        yield from attempts()
        yield fixtures()
        yield from faults()
        yield from alarms()
        yield from processes()


def queues() -> Iterator[Metric]:
    """What waits."""
    length = GaugeMetricFamily("caravan_queue_fixtures", "Fixtures that nobody plays yet.", labels=["kind"])
    oldest = GaugeMetricFamily(
        "caravan_queue_oldest_seconds", "For how long the first of them has waited.", labels=["kind"]
    )
    for kind, queue in operations.queues(timezone.now()).items():
        length.add_metric([kind], queue.length)
        oldest.add_metric([kind], queue.oldest)
    yield from (length, oldest)


def attempts() -> Iterator[Metric]:
    """What is under way and how everything before ended."""
    now = GaugeMetricFamily("caravan_attempts_open", "Attempts that have not ended.", labels=["state"])
    ended = CounterMetricFamily("caravan_attempts", "Attempts that have ended.", labels=["outcome"])
    for state, count in operations.attempts().items():
        under_way = state in Attempt.OPEN
        (now if under_way else ended).add_metric([state], count)
    yield from (now, ended)


def fixtures() -> Metric:
    """How long they take."""
    family = GaugeHistogramMetricFamily(
        "caravan_fixture_seconds", "From first beat to result; finished in the last hour.", labels=["game"]
    )
    for game, took in operations.durations(timezone.now() - WINDOW, BOUNDS).items():
        within = zip(map(float, BOUNDS), took.within, strict=True)
        buckets = [(str(bound), float(count)) for bound, count in within]
        family.add_metric([game], [*buckets, ("+Inf", float(took.count))], took.seconds)
    return family


def faults() -> Iterator[Metric]:
    """What bots did wrong."""
    family = CounterMetricFamily("caravan_faults", "Bots that the autopilot took over.", labels=["code"])
    for code, count in sorted(operations.faults().items()):
        family.add_metric([code], count)
    yield family


def alarms() -> Iterator[Metric]:
    """What should never be."""
    yield CounterMetricFamily(
        "caravan_rating_alarms",
        "Settled rounds whose second opinion is another.",
        value=operations.rating_alarms(),
    )
    yield CounterMetricFamily(
        "caravan_void_tables", "Tables of rounds given up for good.", value=operations.void_tables()
    )


def processes() -> Iterator[Metric]:
    """Who is there."""
    yield GaugeMetricFamily(
        "caravan_watchers", "Who follows live matches in the web process that answers.", value=live.watchers
    )
    now = timezone.now()
    workers = len(operations.workers(now))
    yield GaugeMetricFamily("caravan_workers", "Play workers heard of within a lease.", value=workers)
    if (silence := operations.silence(now)) is not None:
        yield GaugeMetricFamily(
            "caravan_desk_silent_seconds", "Since the desk last looked around.", value=silence
        )
