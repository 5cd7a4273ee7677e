"""The form of a new league: the rest follows its game, and may be changed for each season."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import slugify

from referee.games import GAMES
from tournaments.errors import SettingsError


class LeagueForm(forms.Form):
    """What a league needs to be there."""

    title = forms.CharField(max_length=80, help_text="As people read it, say “Tuareg Summer League”.")
    slug = forms.SlugField(
        max_length=40, required=False, label="In addresses", help_text="Empty: made from the title."
    )
    game = forms.ChoiceField()
    seats = forms.IntegerField(initial=2, min_value=1, label="Seats at a table")
    bots_per_user = forms.IntegerField(
        initial=1, min_value=1, max_value=1000, label="Bots a user", help_text="In a season, at most."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game = self.fields["game"]
        assert isinstance(game, forms.ChoiceField)  # noqa: S101 - for the type checker
        game.choices = [(name, one.title) for name, one in GAMES.items()]
        tables = [
            f"{one.title} {' to '.join(dict.fromkeys((str(one.tables[0]), str(one.tables[-1]))))}"
            for one in GAMES.values()
        ]
        self.fields["seats"].help_text = f"{', '.join(tables)}."
        for field in self.fields.values():
            field.widget.attrs["class"] = "in"

    def settings(self) -> dict[str, Any]:
        """What is typed, as fields of a league."""
        given = self.cleaned_data
        return {**given, "slug": given["slug"] or slugify(given["title"])[:40].strip("-")}

    def refused(self, error: SettingsError) -> None:
        """Shows each reason at its field."""
        for name, reasons in error.fields.items():
            for reason in reasons:
                self.add_error(name if name in self.fields else None, reason)
