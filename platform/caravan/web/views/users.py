"""People and their bots."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.models import User
from tournaments.selectors.bots import bots
from tournaments.selectors.standings import medals


def user(request: HttpRequest, username: str) -> HttpResponse:
    """GET /users/<username>/"""
    person = get_object_or_404(User, username=username, is_active=True)
    own = bots().filter(owner=person)
    return render(request, "users/user.html", {"person": person, "bots": own, "medals": medals(person)})
