"""The fields by which the lists of a desk are filtered; all of them in the address, none of them needed."""

from __future__ import annotations

from typing import Any

from django import forms

from tournaments import rosters
from tournaments.models import Fixture

ENTRIES = [("", "all"), *rosters.ENTRIES]
FIXTURES = [("", "all"), *Fixture.State.choices, ("rerun", "run again")]


class EntryFilter(forms.Form):
    """Which entries to list."""

    state = forms.ChoiceField(
        choices=ENTRIES, required=False, label="State", widget=forms.Select(attrs={"class": "in"})
    )

    def wanted(self) -> str:
        """A state; nothing where there is none of that name."""
        return str(self.cleaned_data.get("state", "")) if self.is_valid() else ""


class FixtureFilter(forms.Form):
    """Which fixtures to list."""

    state = forms.ChoiceField(
        choices=FIXTURES, required=False, label="State", widget=forms.Select(attrs={"class": "in"})
    )
    round = forms.IntegerField(
        min_value=1,
        max_value=1_000_000,
        required=False,
        label="Round",
        widget=forms.NumberInput(attrs={"class": "in"}),
    )

    def wanted(self) -> dict[str, Any]:
        """What is filled in; nothing where it makes no sense."""
        return {name: value for name, value in self.cleaned_data.items() if value} if self.is_valid() else {}
