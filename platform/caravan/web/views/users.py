"""People and their bots."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.models import User
from tournaments.reports.people import entries_of
from tournaments.selectors.bots import bots
from tournaments.selectors.standings import medals

ENTRIES = 30


def user(request: HttpRequest, username: str) -> HttpResponse:
    """GET /users/<username>/"""
    person = get_object_or_404(User, username=username, is_active=True)
    context = {
        "person": person,
        "bots": bots().filter(owner=person),
        "medals": medals(person),
        "entries": entries_of(person, ENTRIES),
    }
    return render(request, "users/user.html", context)
