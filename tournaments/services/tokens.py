"""Tokens with which programs act for people: the text is told once, only its digest is kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.errors import TokenError
from tournaments.models import Action, ApiToken, User
from tournaments.services import audit
from tournaments.services.states import changed, lock

Scope = ApiToken.Scope
BEGINS = "crv_"
SHOWN = len(BEGINS) + 6
"""So many of its characters are kept, to tell it from others: 36 of 256 random bits."""
A_USER = 20
"""So many may somebody have."""
NOTED = timedelta(minutes=1)
"""Its last use is written down no more often."""


@transaction.atomic
def issue(
    *, user: User, name: str, scopes: Collection[str], expires: datetime | None = None
) -> tuple[ApiToken, str]:
    """A new token and its text, which nobody can tell again; TokenError says why there is none."""
    lock(User.objects.filter(pk=user.pk))
    if unfit := set(scopes) - set(offered(user)):
        raise TokenError(f"you may have no token to {', '.join(sorted(unfit))}")
    if not scopes:
        raise TokenError("a token has to be good for something")
    if user.tokens.count() >= A_USER:
        raise TokenError(f"the limit is {A_USER} tokens: revoke one that you do not need")
    text = BEGINS + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        prefix=text[:SHOWN],
        digest=_digest(text),
        scopes=[scope for scope in Scope.values if scope in scopes],
        expires=expires,
    )
    return token, text


def offered(user: User) -> list[str]:
    """The scopes that somebody's token may have: to organise is only for who does."""
    organises = user.is_staff or bool(user.organised)
    return [scope for scope in Scope.values if scope != Scope.ORGANISE or organises]


def revoke(*, token: ApiToken) -> None:
    """From now on it is good for nothing."""
    ApiToken.objects.filter(pk=token.pk).delete()


@transaction.atomic
def revoke_for(*, apitoken: ApiToken, by: User | None, reason: str) -> Action:
    """The same by an administrator, who says why."""
    user, subject = apitoken.user, str(apitoken)
    revoke(token=apitoken)
    return audit.note(by=by, verb="revoke token", subject=f"{subject} of {user}", reason=reason)


def find(text: str) -> ApiToken | None:
    """The live token with this text, with its user; None for any other. Notes that it was used.

    It is found by its digest, so how long that takes says nothing about other tokens.
    """
    now = timezone.now()
    live = ApiToken.objects.filter(Q(expires=None) | Q(expires__gt=now), digest=_digest(text))
    token = live.filter(user__is_active=True, user__banned=False).select_related("user").first()
    if token is not None:
        last = Q(used=None) | Q(used__lte=now - NOTED)
        changed(ApiToken.objects.filter(last, pk=token.pk), used=now)
    return token


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
