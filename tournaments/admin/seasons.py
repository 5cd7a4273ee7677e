"""Leagues, seasons and who competes in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Field, Model
from django.forms import ChoiceField, inlineformset_factory
from django.forms import Field as FormField
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from referee.games import GAMES
from tournaments import deeds
from tournaments.admin.confirming import confirmed
from tournaments.admin.rows import Organised, ReadOnly
from tournaments.deeds import Deed
from tournaments.models import Division, Entry, League, Round, Season, SeasonEvent
from tournaments.services import seasons

if TYPE_CHECKING:
    Inline = admin.TabularInline[Division, Season]
else:
    Inline = admin.TabularInline  # takes no parameter when it runs


class DivisionInline(Inline):
    """The tiers of a season, the highest first, and how many compete in each."""

    model = Division
    fields = ("tier", "name", "size")
    extra = 0


def _sizes(request: HttpRequest, season: Season) -> list[int | None] | None:
    """What is typed for its tiers, the highest first; none where that is refused anyway."""
    formset = inlineformset_factory(Season, Division, fields=DivisionInline.fields)
    rows = formset(request.POST, instance=season, prefix="divisions")
    if not rows.is_valid():
        return None
    kept = [row.cleaned_data for row in rows if row.cleaned_data and not row.cleaned_data["DELETE"]]
    return [one["size"] for one in sorted(kept, key=lambda one: int(one["tier"]))]


@admin.register(Season)
class SeasonAdmin(Organised):
    """Draft to closed; what services decide cannot be typed."""

    list_display = ("__str__", "state", "paused", "opens", "ends")
    list_select_related = ("league",)
    list_filter = ("state", "league")
    readonly_fields = ("league", "number", "dry", "state", "paused", "commitment")
    exclude = ("secret",)
    inlines = (DivisionInline,)
    actions = tuple(map(confirmed, deeds.SEASON))

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Season | None:
        """Its tiers as they are typed are those that its promotions have to fit."""
        season: Season | None = super().get_object(request, object_id, from_field)
        if season is not None and request.method == "POST":
            season.sizes = _sizes(request, season)
        return season

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A season is made from its league, by an action there."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody: its actions stand in the list for good."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rules are frozen when registration opens; a draft may be changed."""
        draft = not isinstance(obj, Season) or obj.state == Season.State.DRAFT
        return draft and super().has_change_permission(request, obj)


@admin.register(League)
class LeagueAdmin(Organised):
    """Leagues, and the drafts of their seasons."""

    list_display = ("title", "game", "seats", "deals", "desk")
    fields = (
        *("title", "slug", "game", "seats", "rules", "clocks", "deals", "bots_per_user"),
        *("beta", "draw_probability", "named", "desk"),
    )
    readonly_fields = ("beta", "draw_probability", "named", "desk")
    prepopulated_fields = {"slug": ("title",)}  # noqa: RUF012 - Django's own way
    actions = (
        confirmed(Deed("Draft a season", seasons.create, "Its next season, which nobody sees yet.")),
        *map(confirmed, deeds.LEAGUE),
    )

    @admin.display(description="Organisers")
    def named(self, league: League) -> str:
        """Whom staff have named, by an action above the list."""
        names = league.organisers.values_list("username", flat=True) if league.pk else ()
        return ", ".join(names) or "none: staff alone"

    @admin.display
    def desk(self, league: League) -> str:
        """The way to its desk."""
        if not league.pk:
            return "once it is saved"
        return format_html('<a href="{}">Desk</a>', reverse("desk", args=[league.slug]))

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
    search_fields = ("bot__name",)
    actions = tuple(map(confirmed, deeds.ENTRY))


@admin.register(Round)
class RoundAdmin(ReadOnly):
    """Rounds; a held one stays out of everything that people see."""

    list_display = ("__str__", "state", "held", "release_at", "drawn_at", "settled_at")
    list_select_related = ("division__season__league",)
    list_filter = ("state", "held")
    actions = tuple(map(confirmed, deeds.ROUND))


@admin.register(SeasonEvent)
class EventAdmin(ReadOnly):
    """What befell entries and fixtures."""

    list_display = ("number", "kind", "entry", "fixture", "after_round", "version", "reason")
    list_select_related = ("entry__bot", "entry__division__season__league", "fixture", "version__bot")
