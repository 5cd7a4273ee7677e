"""Everybody with an account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model
from django.http import HttpRequest

from tournaments import deeds
from tournaments.admin.confirming import confirmed
from tournaments.admin.rows import ReadOnly
from tournaments.deeds import Deed
from tournaments.models import ApiToken, Bulletin, Delivery, Notification, User, Webhook
from tournaments.services import accounts, tokens

if TYPE_CHECKING:
    Accounts = UserAdmin[User]
else:
    Accounts = UserAdmin  # takes no parameter when it runs


LEAVES = "For ever: the person goes with mail, sources, logs and tokens; what their bots played stays."


@admin.register(User)
class PersonAdmin(Accounts):
    """People; staff may forbid somebody to change anything."""

    list_display = ("username", "email", "is_staff", "banned")
    list_filter = (*UserAdmin.list_filter, "banned")
    readonly_fields: ClassVar[Any] = ("banned", "deleted")
    actions = tuple(map(confirmed, (*deeds.PERSON, Deed("Delete account", accounts.delete, LEAVES))))

    def has_organise_permission(self, request: HttpRequest) -> bool:
        """The permission for all actions."""
        return self.has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody: matches hang on the row. *Delete account* takes the person out of it."""
        return False


@admin.register(ApiToken)
class TokenAdmin(ReadOnly):
    """What programs sign in with, without what they show."""

    list_display = ("prefix", "user", "name", "scopes", "created", "expires", "used")
    list_select_related = ("user",)
    exclude = ("digest",)
    actions = (confirmed(Deed("Revoke", tokens.revoke_for, "It is good for nothing from now on.")),)


@admin.register(Notification)
class NotificationAdmin(ReadOnly):
    """What people were told."""

    list_display = ("at", "user", "kind", "text", "seen", "mail")
    list_select_related = ("user",)
    list_filter = ("kind",)


@admin.register(Webhook)
class WebhookAdmin(ReadOnly):
    """Where programs are told what happens, without what signs it."""

    list_display = ("url", "owner", "events", "active", "used", "failures", "failing_since")
    list_select_related = ("owner",)
    exclude = ("secret",)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    """What they were told, without its words."""

    list_display = ("created", "webhook", "event", "state", "attempts", "status", "error")
    list_select_related = ("webhook",)
    list_filter = ("state", "event")
    exclude = ("body", "answer")


@admin.register(Bulletin)
class BulletinAdmin(ReadOnly):
    """What followers of seasons were told."""

    list_display = ("at", "season", "kind", "fixture", "round", "state")
    list_select_related = ("season__league", "fixture", "round__division__season__league")
    list_filter = ("kind",)
