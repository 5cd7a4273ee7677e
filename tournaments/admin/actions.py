"""What organisers did and said: to be read, never changed."""

from __future__ import annotations

from django.contrib import admin

from tournaments.admin.rows import ReadOnly
from tournaments.models import Action, Announcement


@admin.register(Action)
class ActionAdmin(ReadOnly):
    """The audit list, newest first."""

    list_display = ("at", "by", "verb", "subject", "season", "reason", "details")
    list_select_related = ("by", "season__league")
    list_filter = ("verb", "season", "by")
    search_fields = ("subject", "reason")
    date_hierarchy = "at"


@admin.register(Announcement)
class AnnouncementAdmin(ReadOnly):
    """What stands on the pages of seasons."""

    list_display = ("at", "by", "season", "text")
    list_select_related = ("by", "season__league")
