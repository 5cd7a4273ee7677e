"""What people decide about themselves."""

from __future__ import annotations

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from caravan import access
from caravan.web.personal import LeavingForm, NotificationForm, ProfileForm
from tournaments.errors import StateError
from tournaments.services import accounts, mails, notifications


@login_required
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """GET and POST /settings/: what others see."""
    user = access.member(request)
    now = {"display_name": user.display_name, "about": user.about}
    form = ProfileForm(request.POST or None, initial=now)
    if form.is_valid():
        accounts.present(user=user, **form.cleaned_data)
        messages.success(request, "Kept.")
        return redirect("settings")
    return render(request, "settings/profile.html", {"form": form})


@login_required
@require_http_methods(["GET", "POST"])
def told(request: HttpRequest) -> HttpResponse:
    """GET and POST /settings/notifications/: what somebody is told, and how."""
    user = access.member(request)
    form = NotificationForm(user, request.POST or None)
    if form.is_valid():
        notifications.choose(user=user, wishes=form.wishes())
        messages.success(request, "Kept.")
        return redirect("settings-notifications")
    page = {"form": form, "mailed": settings.CARAVAN_MAIL, "reachable": mails.address(user) is not None}
    return render(request, "settings/notifications.html", page)


def too_often(request: HttpRequest) -> HttpResponse:
    """429, as allauth answers."""
    return render(request, "429.html", status=429)


@login_required
@require_http_methods(["GET", "POST"])
@sensitive_post_parameters("password")
def leave(request: HttpRequest) -> HttpResponse:
    """GET and POST /settings/delete/: somebody gives their account up, with their password."""
    user = access.member(request)
    if not ratelimit.consume(request, action="reauthenticate", user=user):
        return too_often(request)
    form = LeavingForm(user, request.POST or None)
    if form.is_valid():
        try:
            accounts.delete(user=user, by=user)
        except StateError:
            form.add_error(
                None, "This is an administrator's account: another one has to take that from it first."
            )
        else:
            logout(request)
            messages.success(request, "Your account is deleted.")
            return redirect("front")
    return render(request, "settings/delete.html", {"form": form, "bots": user.bots.order_by("name")})
