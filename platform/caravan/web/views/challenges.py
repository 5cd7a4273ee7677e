"""Challenges: one's own bot meets another outside any season, unrated."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from caravan import access
from caravan.web.forms import ChallengeForm
from tournaments.errors import ChallengeError, LimitError
from tournaments.models import Bot, Fixture, User
from tournaments.selectors.bots import bots
from tournaments.services import challenges


@login_required
@require_http_methods(["GET", "POST"])
def challenge(request: HttpRequest, name: str) -> HttpResponse:
    """GET and POST /bots/<name>/challenge/: the form, why not, or the page of the fixture."""
    bot = get_object_or_404(bots(), name=name)
    user = access.member(request)
    form = ChallengeForm(user, bot, request.POST or None)
    status = 200
    try:
        if form.is_valid():
            return redirect("fixture", _begun(user, bot, form).pk)
    except (ChallengeError, LimitError) as error:
        form.add_error(None, str(error))
        status = 429 if isinstance(error, LimitError) else 200
    context = {"bot": bot, "form": form, "at_once": challenges.AT_ONCE, "a_day": challenges.A_DAY}
    return render(request, "bots/challenge.html", context, status=status)


def _begun(user: User, bot: Bot, form: ChallengeForm) -> Fixture:
    own, league = form.cleaned_data["own"], form.cleaned_data["league"]
    return challenges.duel(by=user, league=league, bots=[own, bot])
