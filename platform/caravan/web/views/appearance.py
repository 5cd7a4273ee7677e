"""How the site looks to somebody, and whether it tells them results."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from bots.viewer import decks
from caravan.web.appearance import CHOICES

SAMPLES = ("AS", "KH", "QD", "JC", "10S", "7H", "4D", "2C")


@csrf_exempt  # a token in every page would make each answer another one; where it comes from is checked below
@require_http_methods(["GET", "POST"])
def appearance(request: HttpRequest) -> HttpResponse:
    """GET and POST /settings/appearance/ with any of the choices, and `next`: a page to show then."""
    if request.method == "POST":
        if request.headers.get("origin", "").partition("://")[2] != request.get_host():
            raise PermissionDenied("another site has asked for it")
        return _kept(request)
    deck = {face.card: face for face in decks.deck("pis_yedili").faces()}
    context = {
        "choices": [(choice, choice.of(request)) for choice in CHOICES],
        "samples": [deck[card] for card in SAMPLES],
    }
    return render(request, "settings/appearance.html", context)


def _kept(request: HttpRequest) -> HttpResponse:
    """Back to where it was asked for, with the cookies."""
    onward = request.POST.get("next", "")
    inside = url_has_allowed_host_and_scheme(onward, {request.get_host()}, require_https=request.is_secure())
    if not inside:
        messages.success(request, "Kept, in this browser.")
    answer = redirect(onward if inside else "appearance")
    for choice in CHOICES:
        if choice.name in request.POST:
            choice.remember(answer, request.POST[choice.name])
    return answer
