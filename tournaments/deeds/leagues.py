"""Who organises a league: named by staff."""

from __future__ import annotations

from django import forms

from tournaments.deeds.deed import Deed, Reasoned
from tournaments.services import leagues


class NamedForm(Reasoned):
    """Whom."""

    username = forms.CharField(max_length=150)
    field_order = ("username", "reason")


LEAGUE = (
    Deed(
        "Name an organiser",
        leagues.name_organiser,
        "Its desk is theirs: its seasons, fixtures and entries, and the logs of its matches.",
        NamedForm,
    ),
    Deed(
        "Dismiss an organiser",
        leagues.dismiss_organiser,
        "Its desk is theirs no longer; what they did stands.",
        NamedForm,
    ),
)
