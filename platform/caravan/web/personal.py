"""What people type about themselves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone

from tournaments.models import ApiToken, Notification, User, Webhook
from tournaments.services import notifications, tokens
from tournaments.services.notifications import Wish

LIVES = {"30": "30 days", "90": "90 days", "365": "a year", "": "until it is revoked"}
"""How long a token may live, by days."""


class ProfileForm(forms.Form):
    """What others see of somebody."""

    display_name = forms.CharField(
        max_length=40,
        required=False,
        label="Name to show",
        help_text="Above your username; empty: that alone.",
    )
    about = forms.CharField(
        max_length=1000,
        required=False,
        label="About you",
        help_text="Plain text, 1000 characters at most, on your page.",
        widget=forms.Textarea(attrs={"rows": 5, "class": "in"}),
    )

    def clean_display_name(self) -> str:
        """Signs that can be seen."""
        name: str = self.cleaned_data["display_name"]
        if not name.isprintable():
            raise forms.ValidationError("Only signs that can be seen.")
        return name


class TokenForm(forms.Form):
    """A new token."""

    name = forms.CharField(max_length=60, label="Name", help_text="By which you will know it again.")
    scopes = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, label="It may", initial=[ApiToken.Scope.READ]
    )
    days = forms.ChoiceField(
        choices=list(LIVES.items()),
        required=False,
        label="It is good for",
        initial="90",
        widget=forms.Select(attrs={"class": "in"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        scopes = self.fields["scopes"]
        assert isinstance(scopes, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
        scopes.choices = [(scope, ApiToken.Scope(scope).label) for scope in tokens.offered(user)]

    @property
    def expires(self) -> datetime | None:
        """When a token of a valid form does."""
        days = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=int(days)) if days else None


class WebhookForm(forms.Form):
    """A new webhook; what an address must be is said by whoever makes it."""

    url = forms.CharField(
        max_length=500,
        label="Address",
        help_text="Of a public host, as https://example.org/caravan.",
        widget=forms.TextInput(attrs={"class": "in", "inputmode": "url", "autocomplete": "off"}),
    )
    events = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        choices=[(event.value, f"{event.value}: {event.label}") for event in Webhook.Event],
        label="It is told when",
    )


class NotificationForm(forms.Form):
    """How somebody wants to be told: a box and, where mail is sent, a choice for each kind."""

    def __init__(self, user: User, *args: Any) -> None:
        super().__init__(*args)
        for kind, wish in notifications.wishes(user).items():
            self.fields[f"site-{kind}"] = forms.BooleanField(required=False, initial=wish.site)
            if settings.CARAVAN_MAIL:
                self.fields[f"mail-{kind}"] = forms.ChoiceField(
                    choices=Notification.Mail.choices,
                    initial=wish.mail,
                    widget=forms.Select(attrs={"class": "in"}),
                )
        self.mails = {kind: wish.mail for kind, wish in notifications.wishes(user).items()}

    def rows(self) -> Iterator[tuple[str, forms.BoundField, forms.BoundField | None]]:
        """A kind in words, its box, its choice."""
        for kind in self.mails:
            mail = self[f"mail-{kind}"] if settings.CARAVAN_MAIL else None
            yield Notification.Kind(kind).label, self[f"site-{kind}"], mail

    def wishes(self) -> dict[str, Wish]:
        """What a valid form says; what was not asked stays as it was."""
        said = self.cleaned_data
        return {
            kind: Wish(said[f"site-{kind}"], said.get(f"mail-{kind}", mail))
            for kind, mail in self.mails.items()
        }


class LeavingForm(forms.Form):
    """Somebody gives their account up."""

    password = forms.CharField(
        strip=False,
        label="Your password",
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    sure = forms.BooleanField(label="Delete my account; nobody can bring it back")

    def __init__(self, user: User, *args: Any) -> None:
        super().__init__(*args)
        self.user = user

    def clean_password(self) -> str:
        """The right one."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError("That is not your password.")
        return password
