"""Who may do what with rows in the admin."""

from __future__ import annotations

from django.db.models import Model
from django.http import HttpRequest

from tournaments.admin.confirming import ModelAdmin


class Organised(ModelAdmin):
    """Rows that actions change, for whoever has the permission to change them; others may only look."""

    def has_organise_permission(self, request: HttpRequest) -> bool:
        """The permission for all actions."""
        return ModelAdmin.has_change_permission(self, request)


class ReadOnly(Organised):
    """Rows that only services write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        return False
