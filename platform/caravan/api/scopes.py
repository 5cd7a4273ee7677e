"""What a token is good for."""

from __future__ import annotations

from typing import Any

from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from tournaments.models import ApiToken


class Scoped(BasePermission):
    """A view names the scope that it takes; who shows no token may do what they may on the site."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """True, or PermissionDenied that names the scope."""
        token = request.auth
        if isinstance(token, ApiToken) and view.scope not in token.scopes:
            raise PermissionDenied(f"This token has no scope {view.scope!r}, which this address needs.")
        return True


class Known(BasePermission):
    """For what is about whoever asks."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether anybody is known to ask."""
        return bool(request.user.is_authenticated)
