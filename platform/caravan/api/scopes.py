"""What a token is good for."""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from caravan.api.errors import Forbidden
from caravan.problems import SCOPE
from tournaments.models import ApiToken


class Scoped(BasePermission):
    """A view names the scopes that it takes; who shows no token may do what they may on the site."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Forbidden, which names the scope; whether somebody asks where something is to change.

        What nobody can do there is for the view to say.
        """
        if request.method not in view.allowed_methods:
            return True
        token, reads = request.auth, request.method in SAFE_METHODS
        scope = view.scope if reads else view.writes
        if isinstance(token, ApiToken) and scope not in token.scopes:
            raise Forbidden(f"This token has no scope {scope!r}, which this needs.", SCOPE)
        return reads or bool(request.user.is_authenticated)


class Known(BasePermission):
    """For what is about whoever asks."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether anybody is known to ask."""
        return bool(request.user.is_authenticated)
