"""Actions of the admin that are asked for twice: a page says what will happen, in numbers, and asks why.

What will happen is found out by doing it and taking it back. If it would be something else by the time it is
confirmed, the page is shown again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Max, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from tournaments.errors import TournamentsError
from tournaments.models import Action

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin  # takes no parameter when it runs

Service = Callable[..., object]
AdminAction = Callable[[ModelAdmin, HttpRequest, QuerySet[Any]], HttpResponse | None]


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


def confirmed(
    name: str,
    does: Service,
    says: str,
    form: type[forms.Form] = Reasoned,
    foresees: Service | None = None,
) -> AdminAction:
    """An action that calls a service for each chosen row, once that is confirmed.

    The service takes the row by the name of its model, `by`, and the fields of the form. What `foresees` does
    less of it where that would take long to do and take back.
    """

    @admin.action(description=name, permissions=("organise",))
    def act(model: ModelAdmin, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
        asked = form(request.POST if "seen" in request.POST else None)
        given = asked.cleaned_data if asked.is_valid() else _initial(asked)
        foreseen = [_outcome(foresees or does, row, request.user, given, keep=False) for row in rows]
        if asked.is_valid() and request.POST["seen"] == _seal(foreseen):
            for row in rows:
                _tell(request, name, _outcome(does, row, request.user, given, keep=True))
            return None
        page = {
            **model.admin_site.each_context(request),
            "title": name,
            "says": says,
            "outcomes": foreseen,
            "changed": asked.is_valid(),
            "form": asked,
            "seen": _seal(foreseen),
            "action": request.POST["action"],
            "rows": rows,
            "opts": model.model._meta,
        }
        return TemplateResponse(request, "admin/tournaments/confirm.html", page)

    act.__name__ = name.lower().replace(" ", "_").replace("-", "_")
    return act


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
            does(**{str(row._meta.model_name): row}, by=by, **given)
            notes = Action.objects.filter(by=by, pk__gt=last).order_by("pk")
            outcome = Outcome(name, [_line(note) for note in notes])
            transaction.set_rollback(not keep)
    except TournamentsError as error:
        return Outcome(name, [], str(error))
    return outcome


def _line(note: Action) -> str:
    figures = [f"{name.replace('_', ' ')}: {_words(value)}" for name, value in note.details.items()]
    return f"{note.verb} – {', '.join(figures)}" if figures else note.verb


def _words(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _seal(outcomes: list[Outcome]) -> str:
    """The same for the same outcomes."""
    said = [(one.row, one.lines, one.refusal) for one in outcomes]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def _tell(request: HttpRequest, name: str, outcome: Outcome) -> None:
    if outcome.refusal:
        messages.error(request, f"{outcome.row}: {outcome.refusal}")
    else:
        messages.success(request, f"{name}: {outcome.row} ({'; '.join(outcome.lines)})")
