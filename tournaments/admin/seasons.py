"""Leagues, seasons and who competes in them."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import Field, Model
from django.forms import ChoiceField, inlineformset_factory
from django.forms import Field as FormField
from django.http import HttpRequest
from django.utils import timezone

from referee.games import GAMES
from tournaments.admin.confirming import Reasoned, confirmed
from tournaments.admin.rows import Organised, ReadOnly
from tournaments.models import Division, Entry, League, Round, Season, SeasonEvent
from tournaments.services import announcements, corrections, drafts, entries, rounds, seasons

if TYPE_CHECKING:
    Inline = admin.TabularInline[Division, Season]
else:
    Inline = admin.TabularInline  # takes no parameter when it runs

ENDS_STAGE = (
    "No more rounds are drawn in the stage under way; what is drawn is played out, then the next begins."
)
DROPS = (
    "It is disqualified and its results go: at its tables the others are ranked among themselves, and the "
    "season is rated again. Pairings already drawn stand."
)


def _soon() -> datetime:
    return timezone.now().replace(second=0, microsecond=0) + timedelta(hours=1)


class Picker(forms.DateTimeInput):
    """A browser's own field for a date and a time."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class HeldForm(Reasoned):
    """Until when; nothing: until it is released by hand."""

    release_at = forms.DateTimeField(
        required=False, widget=Picker(), help_text="UTC. Empty: until somebody releases it."
    )


class ExtendForm(Reasoned):
    """To when."""

    ends = forms.DateTimeField(initial=_soon, widget=Picker(), help_text="UTC.")


class AnnounceForm(forms.Form):
    """What to say."""

    text = forms.CharField(max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))


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
    actions = (
        confirmed("Rehearse", drafts.rehearse, "House bots play a dry run of it that is not listed."),
        confirmed("Draft the next", drafts.clone, "The same again, in draft, without dates."),
        confirmed("Open registration", seasons.open_registration, "Its rules are frozen; bots may join."),
        confirmed("Start", seasons.start, "Its first round is drawn."),
        confirmed(
            "Pause", seasons.pause, "No round is drawn and no fixture begun; what is played is finished."
        ),
        confirmed("Resume", seasons.resume, "It goes on where it was paused."),
        confirmed("Extend", seasons.extend, "It ends later than it would have.", ExtendForm),
        confirmed(
            "Announce", announcements.publish, "Everybody reads it on the season's page.", AnnounceForm
        ),
        confirmed(
            "Rate again",
            corrections.rate_again,
            "Every rating is made again from the records.",
            foresees=partial(corrections.rate_again, preview=True),
        ),
        confirmed("End stage", seasons.end_stage, ENDS_STAGE),
        confirmed("Close", seasons.close, "Its table stands for good, and its secret is shown."),
    )

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

    list_display = ("title", "game", "seats", "deals")
    readonly_fields = ("beta", "draw_probability")
    prepopulated_fields = {"slug": ("title",)}  # noqa: RUF012 - Django's own way
    actions = (confirmed("Draft a season", seasons.create, "Its next season, which nobody sees yet."),)

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
    actions = (
        confirmed("Disqualify", entries.disqualify, "It gets no chair any more; what it played stands."),
        confirmed(
            "Disqualify and drop its results",
            corrections.drop,
            DROPS,
            foresees=partial(corrections.drop, preview=True),
        ),
    )


@admin.register(Round)
class RoundAdmin(ReadOnly):
    """Rounds; a held one stays out of everything that people see."""

    list_display = ("__str__", "state", "held", "release_at", "drawn_at", "settled_at")
    list_select_related = ("division__season__league",)
    list_filter = ("state", "held")
    actions = (
        confirmed("Hold", rounds.hold, "Nobody sees its results, and no later round is settled.", HeldForm),
        confirmed("Release", rounds.release, "Everybody sees its results."),
    )


@admin.register(SeasonEvent)
class EventAdmin(ReadOnly):
    """What befell entries and fixtures."""

    list_display = ("number", "kind", "entry", "fixture", "after_round", "version", "reason")
    list_select_related = ("entry__bot", "entry__division__season__league", "fixture", "version__bot")
