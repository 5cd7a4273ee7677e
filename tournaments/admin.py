"""The organiser's desk in Django's admin: to look at everything, and to do what an organiser may."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Field, Model, QuerySet
from django.forms import ChoiceField
from django.forms import Field as FormField
from django.http import HttpRequest

from referee.games import GAMES
from tournaments import models
from tournaments.errors import TournamentsError
from tournaments.models import Entry, Fixture, Season
from tournaments.services import entries, fixtures, rounds, seasons

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin  # takes no parameter when it runs

Action = Callable[[ModelAdmin, HttpRequest, QuerySet[Any]], None]
BY_HAND = "by the organiser"


def action(name: str, does: Callable[[Any], object]) -> Action:
    """An action of the admin: a service called for each chosen row, and what became of it."""

    @admin.action(description=name, permissions=("organise",))
    def act(_: ModelAdmin, request: HttpRequest, rows: QuerySet[Any]) -> None:
        for row in rows:
            try:
                does(row)
            except TournamentsError as error:
                messages.error(request, f"{row}: {error}")
            else:
                messages.success(request, f"{name}: {row}")

    act.__name__ = name.lower().replace(" ", "_")
    return act


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


@admin.register(Season)
class SeasonAdmin(Organised):
    """Draft to closed; what services decide cannot be typed."""

    list_display = ("__str__", "state", "paused", "opens", "ends")
    list_select_related = ("league",)
    list_filter = ("state", "league")
    readonly_fields = ("number", "state", "paused", "commitment")
    exclude = ("secret",)
    actions = (
        action("Open registration", lambda season: seasons.open_registration(season=season)),
        action("Start", lambda season: seasons.start(season=season)),
        action("Pause", lambda season: seasons.pause(season=season)),
        action("Resume", lambda season: seasons.resume(season=season)),
        action("Close", lambda season: seasons.close(season=season)),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A season is made from its league, by an action there."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rules are frozen when registration opens; a draft may be changed."""
        draft = not isinstance(obj, Season) or obj.state == Season.State.DRAFT
        return draft and super().has_change_permission(request, obj)


@admin.register(models.League)
class LeagueAdmin(Organised):
    """Leagues, and the drafts of their seasons."""

    list_display = ("title", "game", "seats", "deals")
    readonly_fields = ("beta", "draw_probability")
    prepopulated_fields = {"slug": ("title",)}  # noqa: RUF012 - Django's own way
    actions = (action("Draft a season", lambda league: seasons.create(league=league)),)

    def formfield_for_dbfield(
        self, db_field: Field[Any, Any], request: HttpRequest, **options: Any
    ) -> FormField | None:
        """The game is chosen among those that the referee knows."""
        if db_field.name == "game":
            return ChoiceField(choices=[(name, game.title) for name, game in GAMES.items()])
        return super().formfield_for_dbfield(db_field, request, **options)


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    """Who competes."""

    list_display = ("bot", "division", "state", "house", "mu", "sigma")
    list_select_related = ("bot", "division__season__league")
    list_filter = ("state", "division__season")
    actions = (action("Disqualify", lambda entry: entries.disqualify(entry=entry, reason=BY_HAND)),)


@admin.register(Fixture)
class FixtureAdmin(ReadOnly):
    """What is played; an unfinished fixture can be given up, and is dealt for again."""

    list_display = ("number", "kind", "game", "state", "round", "reason")
    list_select_related = ("round__division__season__league",)
    list_filter = ("state", "kind", "game")
    exclude = ("secret",)
    actions = (action("Void", lambda fixture: fixtures.void(fixture=fixture, reason=BY_HAND)),)


@admin.register(models.Attempt)
class AttemptAdmin(ReadOnly):
    """Who tried."""

    list_display = ("fixture", "number", "state", "worker", "lease_until", "error")
    list_select_related = ("fixture",)
    list_filter = ("state",)
    exclude = ("token",)


@admin.register(models.Round)
class RoundAdmin(ReadOnly):
    """Rounds; a held one stays out of everything that people see."""

    list_display = ("__str__", "state", "held", "drawn_at", "settled_at")
    list_select_related = ("division__season__league",)
    actions = (
        action("Hold", lambda round: rounds.hold(round=round)),
        action("Release", lambda round: rounds.release(round=round)),
    )


@admin.register(models.Bot)
class BotAdmin(ReadOnly):
    """Competitors."""

    list_display = ("name", "owner", "created")
    list_select_related = ("owner",)


@admin.register(models.Version)
class VersionAdmin(ReadOnly):
    """What was uploaded."""

    list_display = ("__str__", "state", "reason", "created")
    list_filter = ("state",)
    list_select_related = ("bot",)


@admin.register(models.SeasonEvent)
class EventAdmin(ReadOnly):
    """What befell entries."""

    list_display = ("number", "kind", "entry", "after_round", "version", "reason")
    list_select_related = ("entry__bot", "entry__division__season__league", "version__bot")


admin.site.register(models.User, UserAdmin)
