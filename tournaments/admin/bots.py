"""Competitors and their uploads."""

from __future__ import annotations

from django.contrib import admin

from tournaments import deeds
from tournaments.admin.confirming import confirmed
from tournaments.admin.rows import ReadOnly
from tournaments.models import Bot, Submission, Version


@admin.register(Bot)
class BotAdmin(ReadOnly):
    """Competitors; one can be made to stand still."""

    list_display = ("name", "owner", "frozen", "created")
    list_select_related = ("owner",)
    list_filter = ("frozen",)
    search_fields = ("name",)
    actions = tuple(map(confirmed, deeds.BOT))


@admin.register(Version)
class VersionAdmin(ReadOnly):
    """What was uploaded."""

    list_display = ("__str__", "state", "reason", "created")
    list_filter = ("state",)
    list_select_related = ("bot",)


@admin.register(Submission)
class SubmissionAdmin(ReadOnly):
    """Uploads of programs that may come twice, as long as that is remembered."""

    list_display = ("version", "user", "key", "created")
    list_select_related = ("version__bot", "user")
    exclude = ("digest",)
