"""The leagues whose desks somebody has, and new leagues."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from caravan import access
from caravan.web.league_form import LeagueForm
from tournaments import organising
from tournaments.errors import SettingsError
from tournaments.models import League
from tournaments.services import leagues


def index(request: HttpRequest) -> HttpResponse:
    """GET /desk/: all of them for staff; whoever organises one league is led to it."""
    rows = list(organising.desks(access.desks(request.user)))
    staff = access.member(request).is_staff
    if len(rows) == 1 and not staff:
        return redirect("desk", rows[0].slug)
    context = {"leagues": rows, "staff": staff, "makes": access.may_make_leagues(request.user)}
    return render(request, "desk/index.html", context)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """GET and POST /desk/new/: a new league, by staff."""
    access.desks(request.user)
    if not access.may_make_leagues(request.user):
        raise PermissionDenied("only staff can make a league")
    form = LeagueForm(request.POST or None)
    if form.is_valid() and (league := _made(request, form)):
        messages.success(request, f"{league} is there. Its first season is next.")
        return redirect("desk-new", league.slug)
    return render(request, "desk/new_league.html", {"form": form})


def _made(request: HttpRequest, form: LeagueForm) -> League | None:
    """The league; None if it is refused, with the reasons at the fields."""
    try:
        return leagues.create(by=access.member(request), **form.settings())
    except SettingsError as error:
        form.refused(error)
        return None
