"""Drafts: changed, discarded, made from the last season; and a dry run of one that is being prepared."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.errors import StateError
from tournaments.models import Action, Season, User
from tournaments.services import audit, divisions, entries, seasons, states, trials

KEPT = (
    *("rules", "clocks", "seats", "deals", "tau", "widening", "round_gap"),
    *("stages", "late_entries", "promote", "relegate", "carry_sigma", "premiere"),
)
"""What a season takes over; beta and the draw probability are the league's as they are now."""
DATES = ("registers", "opens", "pins", "ends")
ROUNDS = 3
"""A ladder that would go on as long as its season lasts so long in a dry run."""


def clone(
    *,
    season: Season,
    opens: datetime | None = None,
    by: User | None = None,
    reason: str = "",
    **changes: Any,
) -> Season:
    """The next season of the league, in draft, as this one was but for the changes.

    Its dates lie around its opening as they did before; without one there are none.
    """
    settings = {name: getattr(season, name) for name in KEPT}
    sizes = list(season.divisions.order_by("tier").values_list("size", flat=True))
    dates = _dates(season, opens) if opens else {}
    own = {**settings, **dates, **changes}
    return seasons.create(league=season.league, sizes=sizes, by=by, reason=reason, **own)


def _dates(season: Season, opens: datetime) -> dict[str, datetime | None]:
    before = {name: getattr(season, name) for name in DATES}
    if season.opens is None:
        return {"opens": opens}
    return {name: date and date + (opens - season.opens) for name, date in before.items()}


@transaction.atomic
def change(
    *,
    season: Season,
    sizes: Sequence[int | None],
    by: User | None = None,
    reason: str = "",
    **settings: Any,
) -> Season:
    """Other settings for a draft, its divisions in these sizes from the highest tier down.

    SettingsError says which cannot be; StateError where registration has opened.
    """
    states.lock(Season.objects.filter(pk=season.pk))
    draft = Season.objects.select_related("league").filter(pk=season.pk, state=Season.State.DRAFT).first()
    if draft is None:
        raise StateError(f"{season} is no draft any more: its rules are frozen")
    for name, value in settings.items():
        setattr(draft, name, value)
    draft.title = draft.title or season.title
    draft.sizes = sizes
    seasons.check(draft)
    draft.save()
    seasons.divide(season=draft, sizes=sizes)
    audit.note(by=by, verb="change draft", subject=draft, season=draft, reason=reason)
    return draft


@transaction.atomic
def discard(*, season: Season, by: User | None = None, reason: str = "") -> Action:
    """Deletes a draft, of which the list of actions is left; StateError where registration has opened."""
    states.lock(Season.objects.filter(pk=season.pk))
    draft = Season.objects.filter(pk=season.pk, state=Season.State.DRAFT).first()
    if draft is None:
        raise StateError(f"{season} is no draft any more, and stays")
    draft.delete()
    return audit.note(by=by, verb="discard", subject=season, reason=reason)


@transaction.atomic
def rehearse(*, season: Season, by: User | None = None, reason: str = "") -> Season:
    """Starts a dry run of a season: its rules, clocks and stages, all house bots of its game.

    Nobody else sees it, and it closes by itself; what it was is in the line that it leaves then.
    """
    stages = [
        {**stage, "rounds": ROUNDS} if stage == {"format": "ladder"} else stage for stage in season.stages
    ]
    dry = clone(season=season, by=by, reason=reason, dry=True, stages=stages, round_gap=0, premiere=None)
    seasons.open_registration(season=dry, by=by, reason=reason)
    dry.refresh_from_db()
    for version in trials.house_versions(dry.game):
        entries.add(division=divisions.lowest(dry), bot=version.bot, version=version)
    seasons.start(season=dry, by=by, reason=reason)
    audit.note(by=by, verb="dry run", subject=season, season=season, reason=reason, number=dry.number)
    dry.refresh_from_db()
    return dry
