"""People and their bots."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments import selectors
from tournaments.models import User


def user(request: HttpRequest, username: str) -> HttpResponse:
    """GET /users/<username>/"""
    person = get_object_or_404(User, username=username, is_active=True)
    bots = selectors.bots().filter(owner=person)
    return render(
        request, "users/user.html", {"person": person, "bots": bots, "medals": selectors.medals(person)}
    )
