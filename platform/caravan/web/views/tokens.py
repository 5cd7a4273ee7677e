"""Tokens of a person; the text of a new one is on the page that answers its making, and nowhere else."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from caravan import access
from caravan.web.personal import TokenForm
from tournaments.errors import TokenError
from tournaments.models import ApiToken
from tournaments.services import tokens

COMMAND_LINE = {"name": "the command line", "scopes": [ApiToken.Scope.READ, ApiToken.Scope.SUBMIT]}
"""What `caravan login` wants."""


@login_required
def index(request: HttpRequest) -> HttpResponse:
    """GET /settings/tokens/"""
    return render(request, "settings/tokens.html", {"tokens": access.member(request).tokens.all()})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """GET and POST /settings/tokens/new/, `?cli=1` for the command line: a new one, shown once."""
    user, cli = access.member(request), "cli" in request.GET
    form = TokenForm(user, request.POST or None, initial=COMMAND_LINE if cli else None)
    page: dict[str, Any] = {"form": form, "cli": cli, "tab": "settings-tokens"}
    if form.is_valid():
        said = form.cleaned_data
        try:
            page["token"], page["text"] = tokens.issue(
                user=user, name=said["name"], scopes=said["scopes"], expires=form.expires
            )
            return render(request, "settings/token.html", page)
        except TokenError as error:
            form.add_error(None, f"No: {error}.")
    return render(request, "settings/new_token.html", page)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """POST /settings/tokens/<pk>/revoke/"""
    token = get_object_or_404(access.member(request).tokens, pk=pk)
    tokens.revoke(token=token)
    messages.success(request, f"{token} is revoked.")
    return redirect("settings-tokens")
