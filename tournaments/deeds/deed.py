"""A deed is done once a page has said what will happen, in numbers, and somebody has said why.

What will happen is found out by doing it and taking it back. If it would be something else by the time it is
confirmed, the page is shown again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import transaction
from django.db.models import Max, Model

from tournaments.errors import TournamentsError
from tournaments.models import Action, Season

Service = Callable[..., object]


class Reasoned(forms.Form):
    """Why it is done; what other fields a form has are passed to the service too."""

    reason = forms.CharField(
        max_length=500, widget=forms.Textarea(attrs={"rows": 3}), help_text="Stands in the list of actions."
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a row, or would: a line for each note in the audit list, or why it cannot be done."""

    row: str
    lines: list[str]
    refusal: str = ""
    made: Season | None = None
    """A season that there was not before."""

    def told(self, deed: str) -> str:
        """What is said of it when the deed was asked for."""
        return (
            f"{self.row}: {self.refusal}" if self.refusal else f"{deed}: {self.row} ({'; '.join(self.lines)})"
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """A deed that somebody asks for: the form, and what will happen."""

    form: forms.Form
    outcomes: list[Outcome]
    seen: str
    """The same for the same outcomes."""
    confirmed: bool
    """Whether it was asked for with this very outcome in view."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Calls a service with a row by the name of its model, `by`, and the fields of the form.

    What `foresees` does less of it where that would take long to do and take back.
    """

    name: str
    does: Service
    says: str
    form: type[forms.Form] = Reasoned
    foresees: Service | None = None
    fits: Callable[[Any], bool] = lambda row: True
    """Whether it makes sense for a row as that is; asked for otherwise, it says why it does nothing."""

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return self.name.lower().replace(" ", "_").replace("-", "_")

    def asked(
        self,
        rows: Iterable[Model],
        by: Any,
        sent: Mapping[str, Any],
        initial: dict[str, Any] | None = None,
    ) -> Asked:
        """What it would do; it was asked for before where `seen` was sent. The form begins with `initial`."""
        form = self.form(sent if "seen" in sent else None, initial=initial)
        valid = form.is_valid()
        given = form.cleaned_data if valid else _initial(form)
        outcomes = [_outcome(self.foresees or self.does, row, by, given, keep=False) for row in rows]
        seen = _seal(outcomes)
        return Asked(form, outcomes, seen, valid and sent["seen"] == seen)

    def done(self, row: Model, by: Any, asked: Asked) -> Outcome:
        """Does it with what was filled in, and keeps it."""
        return _outcome(self.does, row, by, asked.form.cleaned_data, keep=True)


def _initial(form: forms.Form) -> dict[str, Any]:
    """What a form would give if it were sent as it is first shown."""
    return {
        name: form.get_initial_for_field(field, name) or ("" if isinstance(field, forms.CharField) else None)
        for name, field in form.fields.items()
    }


def _outcome(does: Service, row: Model, by: Any, given: dict[str, Any], *, keep: bool) -> Outcome:
    """What the service notes down; its changes are kept or taken back."""
    name = str(row)
    try:
        with transaction.atomic():
            last = Action.objects.aggregate(last=Max("pk"))["last"] or 0
            made = does(**{str(row._meta.model_name): row}, by=by, **given)
            notes = Action.objects.filter(by=by, pk__gt=last).order_by("pk")
            lines = [_line(note) for note in notes]
            outcome = Outcome(name, lines, made=made if isinstance(made, Season) else None)
            transaction.set_rollback(not keep)
    except TournamentsError as error:
        return Outcome(name, [], str(error))
    return outcome


def _line(note: Action) -> str:
    return f"{note.verb} – {', '.join(note.figures)}" if note.figures else note.verb


def _seal(outcomes: list[Outcome]) -> str:
    said = [(one.row, one.lines, one.refusal) for one in outcomes]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()
