"""A new season on one page: what is typed is previewed, drafted, and then rehearsed or opened."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from caravan.web import access, wizard
from tournaments import estimates, organising
from tournaments.errors import SettingsError
from tournaments.models import League, Season
from tournaments.services import announcements, seasons

NEXT = ("rehearse", "open_registration")
"""What may be asked for at once when the draft is there."""


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/new/: the form, or the draft; `preview` only looks ahead."""
    league = _league(request, slug)
    form = _form(league, request.POST or None)
    if request.method == "POST" and "preview" not in request.POST and (season := _drafted(request, form)):
        deed = request.POST.get("next", "")
        if deed in NEXT:
            return redirect("desk-to-season", slug, season.number, deed)
        return redirect("desk-season", slug, season.number)
    return render(request, "desk/new.html", {**_preview(form), "tab": "new"})


@require_safe
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """GET /leagues/<slug>/manage/new/preview/ with what is typed so far."""
    return render(request, "desk/_preview.html", _preview(_form(_league(request, slug), request.GET)))


def _league(request: HttpRequest, slug: str) -> League:
    league = access.league(request.user, slug)
    if not access.organises(request.user, league):
        raise PermissionDenied("this needs the permission to change the league")
    return league


def _form(league: League, sent: QueryDict | None) -> wizard.SeasonForm:
    last = organising.seasons(league).filter(dry=False).first()
    return wizard.SeasonForm(league, sent, initial=wizard.initial(league, last))


def _preview(form: wizard.SeasonForm) -> dict[str, object]:
    """The form, and what its season would take, if it can be played: at first, as it is filled in."""
    looked = form if form.is_bound else form.filled()
    season = looked.planned()
    found = season and estimates.estimate(
        season, looked.sizes, looked.cleaned_data["entries"], timezone.now()
    )
    return {"form": form, "league": form.league, "looked": looked, "season": season, "estimate": found}


def _drafted(request: HttpRequest, form: wizard.SeasonForm) -> Season | None:
    """The season as it is written down, with its first announcement; None if it is refused."""
    form.fields["reason"].required = True
    if not form.is_valid():
        return None
    by, given = access.member(request), form.cleaned_data
    try:
        with transaction.atomic():
            season = seasons.create(
                league=form.league, sizes=form.sizes, by=by, reason=given["reason"], **form.settings()
            )
            if given["announcement"]:
                announcements.publish(season=season, by=by, text=given["announcement"])
    except SettingsError as error:
        form.refused(error)
        return None
    return season
