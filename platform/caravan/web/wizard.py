"""The form of a new season: what it is filled with at first, and what its fields say to the services."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from msgspec import convert

from bots.play.clock import Clocks
from tournaments.deeds.seasons import Picker
from tournaments.errors import SettingsError
from tournaments.models import League, Season
from tournaments.models.league import YEAR
from tournaments.services import seasons
from tournaments.services.drafts import DATES, KEPT

FORMATS = (
    ("ladder", "ladder, paired by rating"),
    ("swiss", "Swiss system"),
    ("round_robin", "round robin"),
    ("knockout", "knockout"),
    ("double", "double knockout"),
)
ROUNDED = ("ladder", "swiss")
"""What goes on for as many rounds as are typed; those of the others follow from their entries."""
AT = {"stages": "format", "clocks": "bank", "rules": "seats", "size": "size"}
"""Where a refusal of a setting that several fields make up is shown."""
QUOTED = re.compile(r"“(\w+)”")
EXPECTED = 16


FIELDSETS = (
    ("1. Name and dates", "Times are UTC.", ("title", "registers", "opens", "ends")),
    ("2. Entries", "Who may enter, and with what.", ("entries", "bank", "pins", "late_entries")),
    (
        "3. Stages and matches",
        "One stage, or a second for those who advance.",
        (
            *("seats", "deals", "round_gap", "format", "rounds", "meetings"),
            *("then", "then_rounds", "advance", "divisions", "size", "promote", "relegate"),
        ),
    ),
    ("4. Rating", "TrueSkill; good as it is.", ("tau", "widening", "carry_sigma")),
    ("5. Showing", "When results are seen, and what is said.", ("premiere", "announcement", "reason")),
)


class Figure(forms.NumberInput):
    """A constant, shown with four digits."""

    def format_value(self, value: Any) -> str | None:
        """As it is if it was typed."""
        return f"{value:.4g}" if isinstance(value, float) else super().format_value(value)


def date(label: str, help_text: str = "") -> forms.DateTimeField:
    """When something happens by itself; empty: by hand."""
    return forms.DateTimeField(required=False, widget=Picker(), label=label, help_text=help_text)


def number(
    label: str, least: int, help_text: str = "", *, most: int = 10_000, required: bool = True
) -> forms.IntegerField:
    """A whole number that a field of the database holds."""
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, required=required
    )


def figure(label: str, help_text: str = "") -> forms.FloatField:
    """A constant of the rating."""
    return forms.FloatField(label=label, min_value=0, help_text=help_text, widget=Figure())


class Hour(forms.TimeInput):
    """A browser's own field for a time of day."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class SeasonForm(forms.Form):
    """Five fieldsets; refusals of the services stand at the fields that caused them."""

    title = forms.CharField(
        max_length=80, required=False, label="Name", help_text="Empty: Season and its number."
    )
    registers = date("Registration from", "Empty: you open it.")
    opens = date("Starts", "Empty: you start it.")
    ends = date("Ends", "Empty: after its last stage, or you close it.")
    late_entries = forms.BooleanField(required=False, label="May join a ladder under way")
    pins = date("Versions are pinned", "Empty: entries follow their bots to the end.")
    bank = forms.FloatField(min_value=0.01, max_value=3600, label="Clock, s of CPU a match")
    entries = number("Entries expected", 2, "For the preview only.")
    seats = number("Seats at a table", 2)
    deals = number("Deals a fixture", 1, "Each is played in every rotation.")
    format = forms.ChoiceField(choices=FORMATS, label="First stage")
    rounds = number(
        "Rounds of the first stage",
        1,
        "Of a ladder or a Swiss system; a ladder without goes on to the end.",
        required=False,
    )
    meetings = number("Meetings of each pair", 1, "In a round robin.", most=100)
    advance = number("Go on to it", 2, "So many of each division.", required=False)
    then = forms.ChoiceField(choices=(("", "none"), *FORMATS[1:]), required=False, label="Second stage")
    then_rounds = number("Rounds of the second stage", 1, "Of a Swiss system.", required=False)
    divisions = forms.IntegerField(min_value=1, max_value=10, label="Divisions")
    size = number("Entries a division", 2, "The lowest takes the rest; empty: no limit.", required=False)
    promote = number("Go up", 0, "Of each division but the highest, at the close.")
    relegate = number("Go down", 0, "Of each division but the lowest.")
    round_gap = number("Seconds between draws", 0, "At least; 86400 is a day.", most=YEAR)
    tau = figure("Drift a round, τ", "How fast a bot may change.")
    widening = figure("Wider σ for a new version", "It is less known than the last.")
    carry_sigma = figure("Wider σ since last season", "Ratings begin where they ended.")
    premiere = forms.TimeField(
        required=False,
        widget=Hour(),
        label="Premieres at",
        help_text="Each round is shown at this hour, which makes two rounds a day at most. Empty: at once.",
    )
    announcement = forms.CharField(
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        label="Announcement",
        help_text="Stands on its page from the moment that everybody sees it.",
    )
    reason = forms.CharField(
        max_length=500, required=False, label="Why", help_text="Needed; stands in the audit list."
    )

    def __init__(self, league: League, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.league = league
        for field in self.fields.values():
            if not isinstance(field, forms.BooleanField):
                field.widget.attrs["class"] = "in"

    def filled(self) -> SeasonForm:
        """The same, as if it had been sent as it is first shown."""
        return SeasonForm(self.league, self.initial, initial=self.initial)

    @property
    def fieldsets(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """Titles, a word on each, fields."""
        return [(title, hint, [self[name] for name in names]) for title, hint, names in FIELDSETS]

    @property
    def sizes(self) -> list[int | None]:
        """Of the divisions, the highest first."""
        given = self.cleaned_data
        return [*[given["size"]] * (given["divisions"] - 1), None]

    def settings(self) -> dict[str, Any]:
        """What is typed, as fields of a season."""
        given = self.cleaned_data
        names = [field.name for field in Season._meta.fields if field.name in given]
        return {
            **{name: self._exact(name, given[name]) for name in names},
            "clocks": {**self.initial["clocks"], "bank": given["bank"]},
            "rules": self.initial["rules"],
            "stages": _stages(given),
        }

    def _exact(self, name: str, value: Any) -> Any:
        """A constant as it was, with all its digits, unless another was typed."""
        was = self.initial.get(name)
        return was if isinstance(was, float) and f"{was:.4g}" == f"{value:.4g}" else value

    def planned(self) -> Season | None:
        """The season that would be drafted; None with the reasons at the fields."""
        if not self.is_valid():
            return None
        try:
            return seasons.plan(league=self.league, sizes=self.sizes, **self.settings())
        except SettingsError as error:
            self.refused(error)
            return None

    def refused(self, error: SettingsError) -> None:
        """Shows each reason at its field."""
        for name, reasons in error.fields.items():
            at = AT.get(name, name)
            for reason in reasons:
                self.add_error(at if at in self.fields else None, QUOTED.sub(self._label, reason))

    def _label(self, quoted: re.Match[str]) -> str:
        """The name of a field as it stands above it."""
        field = self.fields.get(quoted[1])
        return f"“{field.label}”" if field else quoted[0]


def _stages(given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One stage or two, each with what its format knows."""
    first = _stage(given["format"], given["rounds"], given["meetings"])
    if not given["then"]:
        return [first]
    return [{**first, "advance": given["advance"]}, _stage(given["then"], given["then_rounds"], 1)]


def _stage(format: str, rounds: int | None, meetings: int) -> dict[str, Any]:
    stage: dict[str, Any] = {"format": "knockout" if format == "double" else format}
    if format == "double":
        stage["double"] = True
    if format == "round_robin":
        stage["meetings"] = meetings
    elif format in ROUNDED and rounds is not None:
        stage["rounds"] = rounds
    return stage


def initial(league: League, last: Season | None) -> dict[str, Any]:
    """A season as the last was, else as the league says; dates are left empty."""
    season = last or Season(
        league=league, rules=league.rules, clocks=league.clocks, seats=league.seats, deals=league.deals
    )
    kept = {name: getattr(season, name) for name in KEPT}
    sizes = list(last.divisions.order_by("tier").values_list("size", flat=True)) if last else [None]
    return {
        **kept,
        "bank": convert(season.clocks, Clocks).bank,
        "entries": EXPECTED,
        "divisions": len(sizes),
        "size": sizes[0],
        **_formats(season.stages),
    }


def of_draft(draft: Season, sent: Mapping[str, Any] | None) -> SeasonForm:
    """The form of a draft that is there, filled in as it is."""
    own = {name: getattr(draft, name) for name in ("title", *DATES)}
    return SeasonForm(draft.league, sent, initial={**initial(draft.league, draft), **own})


def simplifies(form: SeasonForm, draft: Season) -> bool:
    """Whether the form of a draft holds less than that is: it knows two stages, and one size of divisions."""
    shown = form.filled()
    sizes = list(draft.divisions.order_by("tier").values_list("size", flat=True))
    return not shown.is_valid() or shown.settings()["stages"] != draft.stages or shown.sizes != sizes


def _formats(stages: list[dict[str, Any]]) -> dict[str, Any]:
    """The fields that two stages come from."""
    first, *rest = stages
    found = {
        "format": _word(first),
        "rounds": first.get("rounds"),
        "meetings": first.get("meetings", 1),
        "advance": first.get("advance"),
    }
    return {**found, "then": _word(rest[0]), "then_rounds": rest[0].get("rounds")} if rest else found


def _word(stage: dict[str, Any]) -> str:
    return "double" if stage.get("double") else str(stage["format"])
