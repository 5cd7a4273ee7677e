"""Who asks: whose token it is; without one, whoever is signed in on the site."""

from __future__ import annotations

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.models import ApiToken, User
from tournaments.services import tokens

SCHEME = "Bearer"


class Bearer(BaseAuthentication):
    """`Authorization: Bearer crv_…`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The user and the token; None where the header is of another kind or missing."""
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != SCHEME.lower():
            return None
        token = tokens.find(text.strip())
        if token is None:
            raise AuthenticationFailed("This token is unknown, has expired or was revoked.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return SCHEME
