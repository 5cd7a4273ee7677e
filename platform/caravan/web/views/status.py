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


def status(request: HttpRequest) -> HttpResponse:
    """GET /status/"""
    context = operations.figures(timezone.now()) | {
        "versions": [
            ("Caravan", version("caravan")),
            ("Python", sys.version.split()[0]),
            ("Django", django.get_version()),
        ],
        "sandbox": wanted(),
    }
    return render(request, "status.html", context)
