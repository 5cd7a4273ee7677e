"""What somebody has been told."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from caravan import access
from tournaments.selectors import inbox
from tournaments.services import mails, notifications

SHOWN = 50
STOP_POLLING = 286
"""What htmx takes for: do not ask again."""


@login_required
def index(request: HttpRequest) -> HttpResponse:
    """GET /notifications/, `?before=` a number: what was told earlier."""
    before = request.GET.get("before", "")
    found = inbox.of(access.member(request), SHOWN + 1, int(before) if before.isdecimal() else None)
    shown = found[:SHOWN]
    page = {"notifications": shown, "last": shown[-1].pk if len(found) > SHOWN else None}
    return render(request, "notifications/index.html", page)


def bell(request: HttpRequest) -> HttpResponse:
    """GET /notifications/bell/: the part of a page that asks for itself again."""
    if not access.is_member(request.user):
        return HttpResponse(status=STOP_POLLING)
    return render(request, "notifications/_bell.html")


@login_required
@require_POST
def see_all(request: HttpRequest) -> HttpResponse:
    """POST /notifications/seen/"""
    notifications.see_all(user=access.member(request))
    return redirect("notifications")


@csrf_exempt
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, word: str) -> HttpResponse:
    """GET and POST /unsubscribe/<word>/: no more mail, for who got one; a mail program may ask by itself."""
    user = mails.who_leaves(word)
    if user is None:
        raise Http404("no such link")
    if request.method == "POST":
        notifications.mail_nothing(user=user)
    return render(request, "notifications/unsubscribe.html", {"done": request.method == "POST"})
