"""What we say and do otherwise than allauth."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.forms import LoginForm, SignupForm
from allauth.account.stages import EmailVerificationStage
from django.conf import settings
from django.contrib import messages
from django.core.validators import RegexValidator

from tournaments.models import User
from tournaments.selectors import inbox

log = logging.getLogger(__name__)
USERNAMES = [
    RegexValidator(
        r"^[a-zA-Z0-9][a-zA-Z0-9._-]{0,29}\Z",
        "At most 30 letters (a to z), digits, dots, hyphens and underscores, first a letter or a digit.",
    )
]


class Backend(AuthenticationBackend):  # type: ignore[misc] # allauth is not typed
    """Whoever is signed in comes with how much there is to see, in one query."""

    def get_user(self, user_id: Any) -> User | None:
        """The user with `unseen`, a number; None for one who may not sign in any more."""
        user = User.objects.annotate(unseen=inbox.unseen()).filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """What happens between the password and being signed in, and when mail cannot be sent."""

    def get_login_stages(self) -> list[str]:
        """As allauth has it, but that addresses are confirmed as below."""
        return ["caravan.web.accounts.ConfirmationStage"]

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """As allauth does; where the mail server does not take it, whoever waits for it is told."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError) as error:
            log.error("The mail server does not take mail: %s", error)
            messages.error(self.request, "Mail cannot be sent at the moment. Try again in a while.")


class ConfirmationStage(EmailVerificationStage):  # type: ignore[misc]
    """Whoever has no address, as from before there was a mail server, gets in to give one."""

    def handle(self) -> tuple[Any, bool]:
        """The answer to show instead of going on, if there is one."""
        user = self.login.user
        if user is not None and not user.email and not user.emailaddress_set.exists():
            return None, True
        answer: tuple[Any, bool] = super().handle()
        return answer


class SignInForm(LoginForm):  # type: ignore[misc]
    """Its own form with labels that say what to type, and a way back that is there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Username or email"
        self.fields["remember"].label = "Stay signed in"
        if not settings.CARAVAN_MAIL:
            self.fields["password"].help_text = "Forgotten? The organiser can set a new one."


class SignUpForm(SignupForm):  # type: ignore[misc]
    """Its own form, which says what a username is for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = "Everybody sees it, and it stays."
        if "email" in self.fields:
            self.fields["email"].help_text = "Nobody sees it. We send a code to it."
