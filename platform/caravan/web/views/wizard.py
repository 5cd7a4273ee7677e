"""A season on one page: what is typed is previewed and drafted, rehearsed, changed, or opened."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from caravan import access
from caravan.web import wizard
from tournaments import estimates, organising
from tournaments.errors import SettingsError, StateError
from tournaments.models import League, Season
from tournaments.services import announcements, drafts, seasons

NEXT = ("rehearse", "open_registration")
"""What may be asked for at once when the draft is there."""


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/new/: the form, or the draft; `preview` only looks ahead."""
    return _answer(request, _form(_league(request, slug), request.POST or None))


@require_safe
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """GET /leagues/<slug>/manage/new/preview/ with what is typed so far."""
    return render(request, "desk/_preview.html", _preview(_form(_league(request, slug), request.GET)))


@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET and POST /leagues/<slug>/manage/seasons/<number>/change/: the same for a draft that is there."""
    draft = _draft(request, slug, number)
    return _answer(request, wizard.of_draft(draft, request.POST or None), draft)


@require_safe
def change_preview(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/manage/seasons/<number>/change/preview/ with what is typed so far."""
    form = wizard.of_draft(_draft(request, slug, number), request.GET)
    return render(request, "desk/_preview.html", _preview(form))


def _league(request: HttpRequest, slug: str) -> League:
    league = access.league(request.user, slug)
    access.permit(request.user, league, Season)
    return league


def _draft(request: HttpRequest, slug: str, number: int) -> Season:
    season = access.any_season(request.user, slug, number)
    access.permit(request.user, season.league, season)
    if season.state != Season.State.DRAFT:
        raise Http404("it is no draft any more")
    return season


def _form(league: League, sent: QueryDict | None) -> wizard.SeasonForm:
    last = organising.seasons(league).filter(dry=False).first()
    return wizard.SeasonForm(league, sent, initial=wizard.initial(league, last))


def _answer(request: HttpRequest, form: wizard.SeasonForm, draft: Season | None = None) -> HttpResponse:
    """The form, or the page of the draft, or at once what is next for it."""
    asks = request.method == "POST" and "preview" not in request.POST
    if asks and (season := _saved(request, form, draft)):
        place, deed = (season.league.slug, season.number), request.POST.get("next", "")
        if deed in NEXT:
            return redirect("desk-to-season", *place, deed)
        messages.success(request, f"{season.title} is saved as a draft.")
        return redirect("desk-season", *place)
    context = {**_preview(form), "tab": "new", "season": draft}
    context["simplifies"] = draft is not None and wizard.simplifies(form, draft)
    return render(request, "desk/new.html", context)


def _preview(form: wizard.SeasonForm) -> dict[str, object]:
    """The form, and what its season would take, if it can be played: at first, as it is filled in."""
    looked = form if form.is_bound else form.filled()
    planned = looked.planned()
    found = planned and estimates.estimate(
        planned, looked.sizes, looked.cleaned_data["entries"], timezone.now()
    )
    return {"form": form, "league": form.league, "looked": looked, "estimate": found}


def _saved(request: HttpRequest, form: wizard.SeasonForm, draft: Season | None) -> Season | None:
    """The season as it is written down, with its announcement; None if it is refused."""
    form.fields["reason"].required = True
    if not form.is_valid():
        return None
    by, given = access.member(request), form.cleaned_data
    written = {"by": by, "reason": given["reason"], "sizes": form.sizes, **form.settings()}
    try:
        with transaction.atomic():
            season = (
                drafts.change(season=draft, **written)
                if draft
                else seasons.create(league=form.league, **written)
            )
            if given["announcement"]:
                announcements.publish(season=season, by=by, text=given["announcement"])
    except SettingsError as error:
        form.refused(error)
    except StateError as error:
        form.add_error(None, str(error))
    else:
        return season
    return None
