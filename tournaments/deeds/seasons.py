"""All that can be done to a season and to a round, in the words in which it is asked for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from django import forms
from django.db.models import F
from django.utils import timezone

from tournaments.deeds.deed import Deed, Reasoned
from tournaments.models import Season
from tournaments.services import announcements, corrections, drafts, rounds, seasons

State = Season.State
ENDS_STAGE = (
    "No more rounds are drawn in the stage under way; what is drawn is played out, then the next begins."
)


def _soon() -> datetime:
    return timezone.now().replace(second=0, microsecond=0) + timedelta(hours=1)


class Picker(forms.DateTimeInput):
    """A browser's own field for a date and a time."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class Hour(forms.DateTimeField):
    """A time that can be told in UTC, in which it is typed where nothing else is said."""

    widget = Picker

    def to_python(self, value: Any) -> datetime | None:
        """ValidationError also for one of before the year 1 or after 9999 there."""
        when: datetime | None = super().to_python(value)
        try:
            return when and when.astimezone(UTC)
        except OverflowError:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from None


class HeldForm(Reasoned):
    """Until when; nothing: until it is released by hand."""

    release_at = Hour(required=False, help_text="UTC. Empty: until somebody releases it.")


class ExtendForm(Reasoned):
    """To when."""

    ends = Hour(initial=_soon, help_text="UTC.")


class AnnounceForm(forms.Form):
    """What to say."""

    text = forms.CharField(max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))


def _draft(season: Season) -> bool:
    return season.state == State.DRAFT


def _open(season: Season) -> bool:
    return season.state == State.REGISTRATION


def _under_way(season: Season) -> bool:
    return season.state in Season.UNDER_WAY


def _goes_on(season: Season) -> bool:
    return _under_way(season) and not season.paused


def _stands_still(season: Season) -> bool:
    return _under_way(season) and season.paused


def _settled(season: Season) -> bool:
    return _under_way(season) and not season.divisions.exclude(drawn=F("settled")).exists()


def _may_be_extended(season: Season) -> bool:
    return season.ends is not None and season.state in Season.LIVE


SEASON = (
    Deed("Rehearse", drafts.rehearse, "House bots play a dry run of it that is not listed."),
    Deed("Open registration", seasons.open_registration, "Its rules are frozen; bots may join.", fits=_draft),
    Deed("Start", seasons.start, "Its first round is drawn.", fits=_open),
    Deed(
        "Pause",
        seasons.pause,
        "No round is drawn and no fixture begun; what is played is finished.",
        fits=_goes_on,
    ),
    Deed("Resume", seasons.resume, "It goes on where it was paused.", fits=_stands_still),
    Deed(
        "Extend",
        seasons.extend,
        "It ends later than it would have.",
        ExtendForm,
        fits=_may_be_extended,
    ),
    Deed("Announce", announcements.publish, "Everybody reads it on the season's page.", AnnounceForm),
    Deed(
        "Rate again",
        corrections.rate_again,
        "Every rating is made again from the records.",
        foresees=partial(corrections.rate_again, preview=True),
        fits=_under_way,
    ),
    Deed("End stage", seasons.end_stage, ENDS_STAGE, fits=_under_way),
    Deed("Close", seasons.close, "Its table stands for good, and its secret is shown.", fits=_settled),
    Deed("Draft the next", drafts.clone, "The same again, in draft, without dates."),
    Deed(
        "Discard the draft",
        drafts.discard,
        "It is gone for good; the list of actions keeps it.",
        fits=_draft,
    ),
)
ROUND = (
    Deed("Hold", rounds.hold, "Nobody sees its results, and no later round is settled.", HeldForm),
    Deed("Set its hour", rounds.set_hour, "Held as it is, it is released then.", HeldForm),
    Deed("Release", rounds.release, "Everybody sees its results."),
)
