"""The fields by which lists are filtered; all of them in the address, none of them needed."""

from __future__ import annotations

from typing import Any

from django import forms

from bots.play.faults import Blame
from referee.games import GAMES
from tournaments.finding import ANY, Wanted
from tournaments.models import Bot, League
from tournaments.selectors.seasons import leagues_shown

OF_BOT = ("b", "result", "version", "fault", "tag")
"""What is said of one bot, or of its seat."""
RESULTS = [("", "any"), ("won", "first"), ("lost", "not first")]


class BotField(forms.CharField):
    """The name of a bot."""

    def clean(self, value: Any) -> Bot | None:
        """The bot; an error says that there is none of this name."""
        name = super().clean(value)
        bot = Bot.objects.filter(name=name).first() if name else None
        if name and bot is None:
            raise forms.ValidationError("There is no bot of this name.")
        return bot


class MatchFilter(forms.Form):
    """Which matches to list."""

    a = BotField(required=False, max_length=40, label="Bot")
    b = BotField(required=False, max_length=40, label="Against")
    league = forms.ModelChoiceField(
        League.objects.none(), to_field_name="slug", required=False, empty_label="any", label="League"
    )
    game = forms.ChoiceField(required=False, label="Game")
    result = forms.ChoiceField(required=False, choices=RESULTS, label="Bot came")
    version = forms.IntegerField(required=False, min_value=1, max_value=100_000, label="Its version")
    fault = forms.ChoiceField(required=False, label="Its fault")
    tag = forms.CharField(required=False, max_length=24, label="Its tag")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seen = leagues_shown().order_by("title")
        self.fields["league"].queryset = seen  # type: ignore[attr-defined]
        games = [("", "any"), *((name, game.title) for name, game in GAMES.items())]
        faults = [("", "does not matter"), (ANY, "any"), *((blame.value, blame.value) for blame in Blame)]
        self.fields["game"].choices = games  # type: ignore[attr-defined]
        self.fields["fault"].choices = faults  # type: ignore[attr-defined]
        for field in self.fields.values():
            field.widget.attrs["class"] = "in"

    def clean(self) -> dict[str, Any]:
        """What is said of one bot needs that bot."""
        cleaned = super().clean() or {}
        one = [name for name in OF_BOT if cleaned.get(name)]
        if one and not cleaned.get("a") and "a" not in self.errors:
            self.add_error("a", "Which bot?")
        return cleaned

    def of_bot(self) -> list[forms.BoundField]:
        """The fields for the matches of one bot."""
        return [self[name] for name in OF_BOT]

    def wanted(self) -> Wanted:
        """From a valid form."""
        return Wanted(**self.cleaned_data)
