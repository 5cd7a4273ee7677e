"""Bots: the list, a page for each, new ones and new versions."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from bots.kits import KITS
from caravan import access
from caravan.filters import MatchFilter
from caravan.games import examples
from caravan.web import career, limits, paging, uploads
from caravan.web.forms import NewBotForm, UploadForm
from tournaments.models import Bot, Version
from tournaments.selectors.bots import bots as all_bots
from tournaments.selectors.bots import bots_after, entries_of
from tournaments.selectors.challenging import leagues_to_meet_in
from tournaments.selectors.fixtures import fixtures_of_bot
from tournaments.selectors.joining import seasons_to_join
from tournaments.selectors.versions import versions_of
from tournaments.services import bots

BOTS = 100
FIXTURES = 12
VERSIONS = 20


def index(request: HttpRequest) -> HttpResponse:
    """GET /bots/, `?after=` a name: the bots after it."""
    found = bots_after(request.GET.get("after", ""), BOTS + 1)
    shown = found[:BOTS]
    last = shown[-1].name if len(found) > BOTS else None
    return render(request, "bots/index.html", {"bots": shown, "last": last})


def bot(request: HttpRequest, name: str) -> HttpResponse:
    """GET /bots/<name>/, `?entry=` a key: how it does in that season."""
    bot = get_object_or_404(all_bots(), name=name)
    owned = access.owns(request.user, bot)
    entries, versions = list(entries_of(bot)), list(versions_of(bot)[:VERSIONS])
    context = {
        "bot": bot,
        "owned": owned,
        "inside": access.sees_inside(request.user, bot),
        "versions": versions,
        "entries": entries,
        "career": career.of(entries, paging.number(request, "entry")),
        "filter": MatchFilter(),
        "fixtures": fixtures_of_bot(bot, FIXTURES),
        "challenger": access.is_member(request.user) and leagues_to_meet_in(request.user, bot).exists(),
        "joinable": seasons_to_join(bot) if owned else [],
    }
    return render(request, "bots/bot.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """GET and POST /bots/new/, `?game=` ticks one: a bot with its first version, both or neither."""
    form = NewBotForm(
        request.POST or None, request.FILES or None, initial=_plays(request.GET.getlist("game"))
    )

    def take(form: UploadForm) -> Version:
        with transaction.atomic():
            bot = bots.create(owner=access.member(request), name=form.cleaned_data["name"])
            return uploads.submit(bot, form)

    return _answer(request, form, take, None)


@login_required
@require_http_methods(["GET", "POST"])
def submit(request: HttpRequest, name: str) -> HttpResponse:
    """GET and POST /bots/<name>/submit/: a new version, by its owner."""
    bot = get_object_or_404(Bot, name=name)
    if not access.owns(request.user, bot):
        raise PermissionDenied("only its owner can submit a version")
    newest = bot.versions.order_by("number").last()
    form = UploadForm(
        request.POST or None, request.FILES or None, initial=_plays(newest.games if newest else [])
    )
    return _answer(request, form, lambda form: uploads.submit(bot, form), bot)


def _plays(games: list[str]) -> dict[str, list[str]]:
    """What to tick at first: the games asked for, else what the form does by itself."""
    return {"games": games} if games else {}


def _answer(request: HttpRequest, form: UploadForm, take: uploads.Take, bot: Bot | None) -> HttpResponse:
    """The form, the form with what is wrong with it, or the page of the bot."""
    taken = uploads.taken(form, take) if request.method == "POST" else None
    if taken and taken.version:
        return redirect("bot", taken.version.bot.name)
    context = {
        "form": form,
        "bot": bot,
        "refusal": taken and taken.refusal,
        "limits": limits.upload_rows(),
        "clocks": limits.clock_rows({}),
        "manifest": examples.MANIFEST,
        "kits": KITS.values(),
    }
    return render(request, "bots/submit.html", context, status=taken.status if taken else 200)
