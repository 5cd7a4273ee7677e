"""What people are told of what happened to their bots and webhooks, and to themselves, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from urllib.parse import urlsplit

from django.db.models import QuerySet
from django.urls import reverse

from referee.games import GAMES
from tournaments.models import (
    Bot,
    Entry,
    Fixture,
    League,
    Notification,
    Placing,
    Round,
    Season,
    User,
    Version,
    Webhook,
)
from tournaments.services.notifications import Notice, tell

Kind = Notification.Kind


def _tell_owner(kind: str, bot: Bot, text: str, address: str) -> None:
    owner = bot.owner
    if owner is not None and owner.deleted is None:
        tell(kind, [Notice(owner.pk, text, address)])


def refused(version: Version, reason: str) -> None:
    """Its trial went wrong in a game."""
    _tell_owner(Kind.REFUSED, version.bot, f"{version} was refused. {reason}", _page(version))


def accepted(version: Version, game: str) -> None:
    """It passed its trial in a game."""
    title = GAMES[game].title
    _tell_owner(Kind.ACCEPTED, version.bot, f"{version} has passed its trial in {title}.", _page(version))


def _page(version: Version) -> str:
    return reverse("version", args=(version.bot.name, version.number))


def frozen(bot: Bot, reason: str) -> None:
    """An organiser made it stand still."""
    address = reverse("bot", args=(bot.name,))
    _tell_owner(Kind.FROZEN, bot, f"{bot} has to stand still, says an organiser: {reason}", address)


def disqualified(entry: Entry, reason: str) -> None:
    """The organiser took it out."""
    season = entry.division.season
    address = reverse("entry", args=(season.league.slug, season.number, entry.number))
    _tell_owner(Kind.DISQUALIFIED, entry.bot, f"{entry.bot} is disqualified in {season}: {reason}", address)


def settled(round: Round, placings: Iterable[Placing]) -> None:
    """A round changed ratings; who has not seen the last such news of an entry gets these instead."""
    ratings = {one.entry_id: one for one in placings}
    rows = owned(Entry.objects.filter(division=round.division_id)).values_list(
        "pk", "bot__name", "bot__owner"
    )
    played = [(entry, name, owner) for entry, name, owner in rows if entry in ratings]
    if not played:
        return
    season = round.division.season
    address = reverse("round", args=(season.league.slug, season.number, round.number))
    _forget_last([entry for entry, *_ in played])
    text = f"Round {round.number} of {season} is settled."
    tell(
        Kind.ROUND,
        [Notice(owner, text, address, _change(name, ratings[entry]), entry) for entry, name, owner in played],
    )


def _forget_last(entries: Collection[int]) -> None:
    """Removes what nobody has seen; not what somebody looks at, or removes, at this moment."""
    unseen = Notification.objects.filter(kind=Kind.ROUND, seen=False, entry__in=entries)
    free = unseen.select_for_update(skip_locked=True).values_list("pk", flat=True)
    Notification.objects.filter(pk__in=list(free)).delete()


def _change(name: str, placing: Placing) -> str:
    """What the round did to a rating."""
    if placing.mu_before is None or placing.mu_after is None:
        return f"{name} was not rated."
    by = placing.mu_after - placing.mu_before
    return f"{name}: {by:+.1f}, from {placing.mu_before:.1f} to {placing.mu_after:.1f}."


def closed(season: Season) -> None:
    """Its table is final."""
    entries = owned(Entry.objects.filter(division__season=season)).select_related("bot", "division")
    address = reverse("season", args=(season.league.slug, season.number))
    tell(
        Kind.CLOSED,
        [
            Notice(one.bot.owner_id or 0, f"{season} is closed.", address, _place(one), one.pk)
            for one in entries
        ],
    )


def _place(entry: Entry) -> str:
    """Where it ended."""
    if entry.final_rank is None:
        return f"{entry.bot} has no place."
    medal = f", and wins {entry.get_medal_display()}" if entry.medal else ""
    return f"{entry.bot} is number {entry.final_rank} in {entry.division.name}{medal}."


def owned(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Those of somebody who has an account; no fillers of empty chairs."""
    return entries.filter(house=False, bot__owner__isnull=False, bot__owner__deleted=None)


def challenged(fixture: Fixture) -> None:
    """A challenge has been played."""
    if fixture.by is None or fixture.by.deleted is not None:
        return
    placings = sorted(fixture.placings.select_related("bot"), key=lambda one: (one.rank or 0, one.number))
    names = ", ".join(sorted(one.bot.name for one in placings))
    ranks = ", ".join(f"{one.rank}. {one.bot.name}" for one in placings)
    address = reverse("fixture", args=(fixture.pk,))
    tell(
        Kind.CHALLENGE,
        [Notice(fixture.by.pk, f"Your challenge has been played: {names}.", address, f"{ranks}.")],
    )


def named(league: League, user: User, reason: str) -> None:
    """The desk of a league is theirs."""
    text = f"You organise {league} now: {reason}"
    tell(Kind.ORGANISER, [Notice(user.pk, text, reverse("desk", args=(league.slug,)))])


def dismissed(league: League, user: User, reason: str) -> None:
    """It is theirs no longer."""
    text = f"You do not organise {league} any more: {reason}"
    tell(Kind.ORGANISER, [Notice(user.pk, text, reverse("league", args=(league.slug,)))])


def switched_off(webhook: Webhook) -> None:
    """It has only failed for long; of its address, which may hold a secret, only the host is told."""
    text = f"Your webhook at {urlsplit(webhook.url).hostname} took nothing for a week, and is switched off."
    tell(Kind.WEBHOOK, [Notice(webhook.owner_id, text, reverse("settings-webhook", args=(webhook.pk,)))])
