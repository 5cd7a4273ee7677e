"""How Caravan is, in figures that anybody may know."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Any

import django
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bots.sandbox.selftest import wanted
from tournaments import operations

LATE = 120
"""Seconds of silence after which the desk is said to stand still."""


def figures() -> dict[str, Any]:
    """The work: how many fixtures wait, the oldest of them for how many seconds, who plays them."""
    now = timezone.now()
    queues, silence = operations.queues(now), operations.silence(now)
    return {
        "waiting": sum(queue.length for queue in queues.values()),
        "oldest": max(queue.oldest for queue in queues.values()),
        "workers": len(operations.workers(now)),
        "stands_still": silence is None or silence > LATE,
    }


def status(request: HttpRequest) -> HttpResponse:
    """GET /status/"""
    context = figures() | {
        "versions": [
            ("Caravan", version("caravan")),
            ("Python", sys.version.split()[0]),
            ("Django", django.get_version()),
        ],
        "sandbox": wanted(),
    }
    return render(request, "status.html", context)
