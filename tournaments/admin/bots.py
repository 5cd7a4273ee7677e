"""Competitors and their uploads."""

from __future__ import annotations

from django.contrib import admin

from tournaments.admin.confirming import confirmed
from tournaments.admin.rows import ReadOnly
from tournaments.deeds import Deed
from tournaments.models import Bot, Version
from tournaments.services import bots


@admin.register(Bot)
class BotAdmin(ReadOnly):
    """Competitors; one can be made to stand still."""

    list_display = ("name", "owner", "frozen", "created")
    list_select_related = ("owner",)
    list_filter = ("frozen",)
    search_fields = ("name",)
    actions = (
        confirmed(
            Deed("Freeze", bots.freeze, "It gets no chair, no new version, no new entry until it is thawed.")
        ),
        confirmed(Deed("Thaw", bots.thaw, "It sits down again from the next draw on.")),
    )


@admin.register(Version)
class VersionAdmin(ReadOnly):
    """What was uploaded."""

    list_display = ("__str__", "state", "reason", "created")
    list_filter = ("state",)
    list_select_related = ("bot",)
