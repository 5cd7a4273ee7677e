"""Everybody with an account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from tournaments.admin.confirming import confirmed
from tournaments.deeds import Deed
from tournaments.models import User
from tournaments.services import users

if TYPE_CHECKING:
    Accounts = UserAdmin[User]
else:
    Accounts = UserAdmin  # takes no parameter when it runs


@admin.register(User)
class PersonAdmin(Accounts):
    """People; an organiser may forbid somebody to change anything."""

    list_display = ("username", "email", "is_staff", "banned")
    list_filter = (*UserAdmin.list_filter, "banned")
    readonly_fields: ClassVar[Any] = ("banned",)
    actions = (
        confirmed(Deed("Ban", users.ban, "They may look and change nothing; their bots get no chair.")),
        confirmed(
            Deed("Lift ban", users.lift_ban, "They may take part again, their bots from the next draw on.")
        ),
    )

    def has_organise_permission(self, request: HttpRequest) -> bool:
        """The permission for all actions."""
        return self.has_change_permission(request)
