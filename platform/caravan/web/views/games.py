"""Games: their rules, their house bots, what a bot sees."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from bots.kits import KITS
from caravan.games import catalogue, examples
from caravan.web import limits, rulebook
from referee.games import GAMES
from tournaments.selectors.bots import house_bots
from tournaments.selectors.seasons import seasons_under_way


def index(request: HttpRequest) -> HttpResponse:
    """GET /games/"""
    return render(request, "games/index.html", {"games": catalogue.games()})


def game(request: HttpRequest, name: str) -> HttpResponse:
    """GET /games/<name>/"""
    if name not in GAMES:
        raise Http404("no such game")
    context = {
        "game": catalogue.listed(name),
        "rules": rulebook.html(name),
        "deck": catalogue.spread(name),
        "example": examples.ask(name),
        "fields": examples.fields(name),
        "table": ["house:sensible", *["house:random"] * (GAMES[name].tables[0] - 1)],
        "clocks": limits.clock_rows({}),
        "kits": KITS.values(),
        "house": house_bots(name),
        "seasons": seasons_under_way().filter(league__game=name),
    }
    return render(request, "games/game.html", context)
