"""Bots that enter a season, change in it, and leave it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from tournaments.errors import JoinError
from tournaments.models import Action, Activation, Bot, Division, Entry, Season, SeasonEvent, User, Version
from tournaments.selectors.joining import closed_to
from tournaments.services import audit, divisions, events, fixtures, news
from tournaments.services.states import change, lock

Kind = SeasonEvent.Kind


@transaction.atomic
def join(*, season: Season, bot: Bot) -> Entry:
    """Enters a bot with its active version; it plays from the next draw on. JoinError says why not."""
    lock(Bot.objects.filter(pk=bot.pk))
    lock(Season.objects.filter(pk=season.pk))
    season.refresh_from_db()
    activation = Activation.objects.filter(bot=bot, game=season.game).select_related("version").first()
    if refusal := closed_to(season):
        raise JoinError(refusal)
    bot.refresh_from_db()
    if bot.stands_still:
        raise JoinError(f"{bot} has to stand still")
    if activation is None:
        raise JoinError(f"{bot} has no version that passed its trial in {season.game}")
    if Entry.objects.filter(division__season=season, bot=bot).exists():
        raise JoinError(f"{bot} is in {season} already")
    held = Entry.objects.filter(division__season=season, bot__owner=bot.owner_id, state=Entry.State.IN)
    if bot.owner_id and held.count() >= season.league.bots_per_user:
        raise JoinError(f"the limit is {season.league.bots_per_user} of one owner's bots in a season")
    lowest = divisions.lowest(season)
    origin = divisions.last_sat(lowest, [bot.pk]).get(bot.pk)
    return add(division=lowest, bot=bot, version=activation.version, origin=origin)


@transaction.atomic
def add(
    *, division: Division, bot: Bot, version: Version, house: bool = False, origin: Entry | None = None
) -> Entry:
    """An entry in a division, without asking whether it may; rated as it was in the last season."""
    numbers = Entry.objects.filter(division__season=division.season_id).aggregate(last=Max("number"))
    number = (numbers["last"] or 0) + 1
    entry = Entry(division=division, bot=bot, version=version, number=number, house=house)
    divisions.carry(entry, origin, division.season)
    entry.save()
    return entry


@transaction.atomic
def renew(*, entry: Entry, version: Version) -> None:
    """Another version sits down from the next draw on, with a wider sigma."""
    events.write(kind=Kind.VERSION, division=entry.division, entry=entry, version=version)
    change(Entry.objects.filter(pk=entry.pk, state=Entry.State.IN), version=version)


@transaction.atomic
def withdraw(*, entry: Entry) -> None:
    """Its owner takes it out from the next draw on."""
    events.write(kind=Kind.WITHDRAWAL, division=entry.division, entry=entry)
    competing = Entry.objects.filter(pk=entry.pk, state=Entry.State.IN, house=False)
    change(competing, state=Entry.State.WITHDRAWN)


@transaction.atomic
def disqualify(*, entry: Entry, by: User | None = None, reason: str) -> Action:
    """The organiser takes it out from the next draw on; what it played stands.

    The house stays: without it chairs would be empty.
    """
    season, division = entry.division.season, entry.division
    events.write(kind=Kind.DISQUALIFICATION, division=division, entry=entry, reason=reason)
    open_to_it = Entry.objects.filter(pk=entry.pk, house=False).exclude(state=Entry.State.DISQUALIFIED)
    change(open_to_it, state=Entry.State.DISQUALIFIED)
    news.disqualified(entry, reason)
    drawn = entry.placings.filter(fixture__state__in=fixtures.UNFINISHED).count()
    return audit.note(
        by=by, verb="disqualify", subject=entry, season=season, reason=reason, still_to_play=drawn
    )
