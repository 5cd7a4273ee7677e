"""The tabs of a season: standings, fixtures, head-to-head, schedule, rules."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import conditional_page

from caravan import access
from caravan.standings import exports, tables
from caravan.web import heat, limits, paging, schedule, underway
from tournaments.models import Archive, Round, Season
from tournaments.reports import seasons as reports
from tournaments.selectors.fixtures import fixtures as all_fixtures
from tournaments.selectors.joining import bots_to_enter, is_full
from tournaments.selectors.seasons import held_rounds, progress, seasons
from tournaments.selectors.standings import standings as ranked

ROUNDS = 20
FIXTURES = 100
MAPPED = 20
TABS = (
    ("season", "Standings"),
    ("season-fixtures", "Fixtures"),
    ("season-h2h", "Head-to-head"),
    ("season-schedule", "Schedule"),
    ("season-about", "Rules"),
)


def frame(request: HttpRequest, season: Season, tab: str) -> dict[str, Any]:
    """What the top of each tab needs."""
    context: dict[str, Any] = {"season": season, "tabs": TABS, "tab": tab, "full": False, "mine": []}
    if access.is_member(request.user):
        context["full"] = season.state != Season.State.CLOSED and is_full(request.user, season)
        context["mine"] = [] if context["full"] else list(bots_to_enter(request.user, season))
    return context


def standings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/, `?by=` what the tables are sorted by, if not by score."""
    season = access.season(slug, number)
    context = {"announcements": season.announcements.all(), **_tables(request, season)}
    return render(request, "leagues/season.html", frame(request, season, "season") | context)


@conditional_page
def tables_part(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/tables/: the standings alone, 304 while they are the same."""
    season = access.season(slug, number)
    context = {"season": season, **_tables(request, season)}
    return render(request, "leagues/_tables.html", context)


def _tables(request: HttpRequest, season: Season) -> dict[str, Any]:
    """The tables of all divisions with the visitor's own rows; they move until the season is closed."""
    moving = season.state != Season.State.CLOSED
    by = request.GET.get("by", "")
    shown = [(each, each.of(request.user)) for each in tables.of_season(season, by)]
    raced = [(each, mine, underway.top(each, mine)) for each, mine in shown]
    return {
        "tables": raced,
        "raced": any(race for _, _, race in raced),
        "moving": moving,
        "by": by if by in tables.ORDERS else "",
        "now": underway.now(season) if moving else None,
    }


@conditional_page
def standings_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/standings.csv"""
    text = exports.text(tables.of_season(access.season(slug, number)))
    headers = {"Content-Disposition": f'attachment; filename="caravan-{slug}-{number}.csv"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


@conditional_page
def standings_json(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/standings.json"""
    season = access.season(slug, number)
    return JsonResponse(exports.document(season, tables.of_season(season)))


def fixtures(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/fixtures/, `?before=` a round: those before it."""
    season = access.season(slug, number)
    before = paging.number(request, "before")
    rounds = [(each, progress(each, ROUNDS, before)) for each in season.divisions.all()]
    oldest = min((shown[-1].round.number for _, shown in rounds if shown), default=1)
    context = {"rounds": rounds, "earlier": oldest if oldest > 1 else None}
    return render(request, "leagues/fixtures.html", frame(request, season, "season-fixtures") | context)


def round_page(request: HttpRequest, slug: str, number: int, which: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/rounds/<which>/, `?after=` a fixture: those after it."""
    season = access.season(slug, number)
    rounds = list(Round.objects.filter(division__season=season, number=which))
    if not rounds:
        raise Http404("no such round")
    after = paging.number(request, "after") or 0
    found = list(all_fixtures().filter(round__in=rounds, pk__gt=after).order_by("pk")[: FIXTURES + 1])
    drawn = max(division.drawn for division in season.divisions.all())
    beside = [("Earlier", which - 1)] if which > 1 else []
    beside += [("Later", which + 1)] if which < drawn else []
    shown = found[:FIXTURES]
    last = shown[-1].pk if len(found) > FIXTURES else None
    context = {"which": which, "fixtures": shown, "last": last, "beside": beside}
    return render(request, "leagues/round.html", frame(request, season, "season-fixtures") | context)


def h2h(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/h2h/"""
    season = access.season(slug, number)
    meetings, count = reports.meetings(season)
    met = {(each.one, each.other): each for each in meetings}
    maps = []
    for division in season.divisions.all():
        entries = [each.entry for each in ranked(division)]
        maps.append((division, heat.heat(entries, met, slug, MAPPED)))
    context = {"maps": maps, "fixtures": count}
    return render(request, "leagues/h2h.html", frame(request, season, "season-h2h") | context)


def plan(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/schedule/"""
    season = access.season(slug, number)
    divisions = list(season.divisions.all())
    context = {
        "divisions": divisions,
        "legs": schedule.legs(season, divisions),
        "dates": schedule.dates(season),
        "held": held_rounds(season),
    }
    return render(request, "leagues/schedule.html", frame(request, season, "season-schedule") | context)


def about(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET /leagues/<slug>/seasons/<number>/about/"""
    season = access.season(slug, number)
    context = {
        "archive": Archive.objects.filter(season=season).exclude(digest="").first(),
        "clocks": limits.clock_rows(season.clocks),
        "uploads": limits.upload_rows(),
        "others": seasons().filter(league=season.league).exclude(pk=season.pk),
    }
    return render(request, "leagues/about.html", frame(request, season, "season-about") | context)
