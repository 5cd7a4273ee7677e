"""Webhooks of a person; the secret of a new one is on the page that answers its making, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from caravan import access
from caravan.web import paging
from caravan.web.personal import WebhookForm
from tournaments.errors import StateError, WebhookError
from tournaments.models import Webhook
from tournaments.services import webhooks

DELIVERIES = 50
TAB = "settings-webhooks"


@login_required
def index(request: HttpRequest) -> HttpResponse:
    """GET /settings/webhooks/"""
    return render(request, "settings/webhooks.html", {"webhooks": access.member(request).webhooks.all()})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """GET and POST /settings/webhooks/new/: a new one, its secret shown once."""
    form = WebhookForm(request.POST or None)
    page: dict[str, Any] = {"form": form, "tab": TAB}
    if form.is_valid():
        try:
            page["webhook"], page["secret"] = webhooks.make(owner=access.member(request), **form.cleaned_data)
            return render(request, "settings/webhook_made.html", page)
        except WebhookError as error:
            form.add_error(None, f"No: {error}.")
    return render(request, "settings/new_webhook.html", page)


@login_required
def webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """GET /settings/webhooks/<pk>/, `?before=` a delivery: what was sent before it."""
    webhook, before = _own(request, pk), paging.number(request, "before")
    rows = webhook.deliveries.select_related("fixture")
    found = list((rows if before is None else rows.filter(pk__lt=before))[: DELIVERIES + 1])
    shown = found[:DELIVERIES]
    last = shown[-1].pk if len(found) > DELIVERIES else None
    page = {"webhook": webhook, "deliveries": shown, "last": last, "tab": TAB}
    return render(request, "settings/webhook.html", page)


@login_required
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """POST /settings/webhooks/<pk>/remove/"""
    webhooks.remove(webhook=_own(request, pk))
    messages.success(request, "The webhook is removed.")
    return redirect(TAB)


@login_required
@require_POST
def switch_on(request: HttpRequest, pk: int) -> HttpResponse:
    """POST /settings/webhooks/<pk>/on/"""
    webhook = _own(request, pk)
    return _done(request, webhook, lambda: webhooks.switch_on(webhook=webhook), "It is told again.")


@login_required
@require_POST
def ping(request: HttpRequest, pk: int) -> HttpResponse:
    """POST /settings/webhooks/<pk>/ping/"""
    webhook = _own(request, pk)
    return _done(request, webhook, lambda: webhooks.ping(webhook=webhook), "A ping is sent in seconds.")


@login_required
@require_POST
def again(request: HttpRequest, pk: int, which: int) -> HttpResponse:
    """POST /settings/webhooks/<pk>/deliveries/<which>/again/"""
    webhook = _own(request, pk)
    delivery = get_object_or_404(webhook.deliveries, pk=which)
    return _done(
        request, webhook, lambda: webhooks.send_again(delivery=delivery), "It is sent again in seconds."
    )


def _own(request: HttpRequest, pk: int) -> Webhook:
    """One of theirs; 404 for all others."""
    return get_object_or_404(access.member(request).webhooks, pk=pk)


def _done(request: HttpRequest, webhook: Webhook, does: Callable[[], object], said: str) -> HttpResponse:
    """Does it, and back to the page of the webhook."""
    try:
        does()
        messages.success(request, said)
    except StateError:
        messages.error(request, "Nothing is sent there: switch it on first.")
    return redirect("settings-webhook", webhook.pk)
