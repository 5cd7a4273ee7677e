"""What organisers can do now: by the same list of deeds as the desk of a league."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from rest_framework import generics, serializers

from caravan import access, subjects
from caravan.api.scopes import Known, Scoped
from caravan.api.views import Writes
from tournaments import deeds, models
from tournaments.deeds import Deed
from tournaments.services.tokens import Scope

Said = dict[str, Any]
Place = Any
"""A season, or a league."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Deeds that are done to the same kind of row, and by which fields that is found in a season."""

    deeds: tuple[Deed, ...]
    model: type[Model]
    names: tuple[str, ...]
    find: Callable[[Place, Said, Deed], Model]


def _itself(place: Place, said: Said, deed: Deed) -> Model:
    return place  # type: ignore[no-any-return]


def _round(season: Place, said: Said, deed: Deed) -> Model:
    return subjects.round_of(season, said["division"], said["round"])


def _with_entry(season: Place, said: Said, deed: Deed) -> Model:
    return subjects.with_entry(season, said["entry"], deed)


def _fixture(season: Place, said: Said, deed: Deed) -> Model:
    return subjects.fixture_of(season, said["fixture"])


TO_LEAGUE = (Kind(deeds.LEAGUE, models.League, (), _itself),)
TO_SEASON = (
    Kind(deeds.SEASON, models.Season, (), _itself),
    Kind(deeds.ROUND, models.Round, ("division", "round"), _round),
    Kind(deeds.ENTRY, models.Entry, ("entry",), _with_entry),
    Kind(deeds.BOT, models.Bot, ("entry",), _with_entry),
    Kind(deeds.PERSON, models.User, ("entry",), _with_entry),
    Kind(deeds.FIXTURE, models.Fixture, ("fixture",), _fixture),
)


class WantedRow(serializers.Serializer):
    """What is sent with a deed; a time as ISO 8601."""

    name = serializers.CharField()
    type = serializers.ChoiceField(["text", "time", "number"])
    required = serializers.BooleanField()
    help = serializers.CharField()


class DeedRow(serializers.Serializer):
    """What can be done, and what happens then. Its name goes to `actions/` with its fields."""

    deed = serializers.CharField()
    title = serializers.CharField()
    says = serializers.CharField()
    fields = WantedRow(many=True)


class OnDesk(Writes):
    """For who may look at the desk of the league: others find nothing there."""

    scope = writes = Scope.ORGANISE.value
    permission_classes = (Known, Scoped)
    kwargs: dict[str, Any]

    @cached_property
    def league(self) -> models.League:
        """The league."""
        return access.league(self.member, self.kwargs["slug"])

    @cached_property
    def place(self) -> Place:
        """The season, drafts too, or the league itself."""
        number = self.kwargs.get("number")
        return self.league if number is None else access.any_season(self.member, self.league.slug, number)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What can be done there."""
        return TO_LEAGUE if "number" not in self.kwargs else TO_SEASON

    def may(self, row: Model | type[Model]) -> bool:
        """Whether they may do anything to such a row."""
        try:
            access.permit(self.member, self.league, row)
        except PermissionDenied:
            return False
        return True


class Deeds(OnDesk, generics.ListAPIView):
    """What you can do now: to a season, and to its rounds, entries and fixtures."""

    serializer_class = DeedRow
    pagination_class = None

    def get_queryset(self) -> list[Said]:
        """Of those to a season, the ones that make sense as it is."""
        return list(self._told())

    def _told(self) -> Iterator[Said]:
        place = self.place
        for kind in self.kinds:
            fits = [deed for deed in kind.deeds if kind.names or deed.fits(place)]
            for deed in fits if self.may(kind.model) else ():
                yield told(deed, kind.names)


def told(deed: Deed, names: tuple[str, ...]) -> Said:
    """A deed and all its fields; `names` say which row, in the first division if that is not said."""
    form: dict[str, forms.Field] = deed.form.base_fields
    which = [
        {"name": name, "type": "number", "required": name != "division", "help": "By its number."}
        for name in names
    ]
    more = [
        {
            "name": name,
            "type": "time" if isinstance(field, forms.DateTimeField) else "text",
            "required": field.required,
            "help": str(field.help_text),
        }
        for name, field in form.items()
    ]
    return {"deed": deed.slug, "title": deed.name, "says": deed.says, "fields": [*which, *more]}
