"""What we say otherwise than allauth."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm
from django.conf import settings
from django.core.validators import RegexValidator

USERNAMES = [
    RegexValidator(
        r"^[a-zA-Z0-9][a-zA-Z0-9._-]{0,29}\Z",
        "At most 30 letters (a to z), digits, dots, hyphens and underscores, first a letter or a digit.",
    )
]


class SignInForm(LoginForm):  # type: ignore[misc] # allauth is not typed
    """Its own form with labels that say what to type, and a way back that is there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Username or email"
        self.fields["remember"].label = "Stay signed in"
        if not settings.CARAVAN_MAIL:
            self.fields["password"].help_text = "Forgotten? The organiser can set a new one."
