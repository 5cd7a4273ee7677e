"""How Caravan is, in figures that anybody may know."""

from __future__ import annotations

import sys
from importlib.metadata import version

import django
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bots.sandbox.selftest import wanted
from tournaments import operations

LATE = 120
"""Seconds of silence after which the desk is said to stand still."""


def status(request: HttpRequest) -> HttpResponse:
    """GET /status/"""
    now = timezone.now()
    queues = operations.queues(now)
    silence = operations.silence(now)
    context = {
        "waiting": sum(queue.length for queue in queues.values()),
        "oldest": max(queue.oldest for queue in queues.values()),
        "workers": len(operations.workers(now)),
        "stands_still": silence is None or silence > LATE,
        "versions": [
            ("Caravan", version("caravan")),
            ("Python", sys.version.split()[0]),
            ("Django", django.get_version()),
        ],
        "sandbox": wanted(),
    }
    return render(request, "status.html", context)
