"""Kits: what a bot starts from, as a zip."""

from __future__ import annotations

import hashlib
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition

from bots.kits import KITS


@cache
def _packed(name: str) -> bytes:
    """A kit is as old as the site."""
    if name not in KITS:
        raise Http404("no such kit")
    return KITS[name].zipped()


def _etag(request: HttpRequest, name: str) -> str:
    return f'"{hashlib.sha256(_packed(name)).hexdigest()[:32]}"'


@cache_control(public=True, max_age=3600)
@condition(etag_func=_etag)
def kit(request: HttpRequest, name: str) -> HttpResponse:
    """GET /kits/<name>.zip"""
    headers = {"Content-Disposition": f'attachment; filename="{KITS[name].filename}"'}
    return HttpResponse(_packed(name), content_type="application/zip", headers=headers)
