"""What the webhooks of those whom it concerns are told; where none listens that costs one question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Set
from typing import Any

from django.db.models import QuerySet

from tournaments import telling
from tournaments.models import Entry, Fixture, League, Placing, Round, Season, User, Version, Webhook
from tournaments.selectors.fixtures import fixtures
from tournaments.services.webhooks import delivery, listeners, tell
from tournaments.telling import Payload

Event = Webhook.Event
RATED = ("mu_before", "sigma_before", "mu_after", "sigma_after")


def validated(version: Version, trial: Fixture, *, reason: str = "") -> None:
    """A version has been through its trial in a game; the reason why it is refused there, or none."""
    owner = User.objects.filter(bots=version.bot_id)
    told = {
        "bot": version.bot.name,
        "version": version.number,
        "game": trial.game,
        "passed": not reason,
        "reason": reason,
        "page": telling.page("version", version.bot.name, version.number),
    }
    hooks = listeners(Event.VERSION, owner.values("pk"))
    tell([delivery(each, Event.VERSION, trial.pk, told, trial) for each in hooks])


def opened(shown: QuerySet[Fixture]) -> None:
    """Fixtures are open from now on."""
    drawn = Placing.objects.filter(fixture__in=shown.values("pk")).order_by().values("bot__owner")
    league = shown.values("round__division__season__league")
    hooks = listeners(Event.FIXTURE, drawn, shown.values("by"), organisers(league))
    if not hooks:
        return
    found = list(fixtures().filter(pk__in=shown.values("pk")).order_by("pk"))
    named = League.organisers.through.objects.filter(user__in=[each.owner_id for each in hooks])
    organised = set(named.values_list("user", "league"))
    tell(
        [
            delivery(hook, Event.FIXTURE, fixture.pk, telling.fixture(fixture), fixture)
            for fixture in found
            for hook in hooks
            if _concerns(fixture, hook.owner_id, organised)
        ]
    )


def organisers(leagues: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
    """Whom staff have named for these leagues, by key."""
    return League.organisers.through.objects.filter(league__in=leagues).values("user")


def _concerns(fixture: Fixture, user: int, organised: Set[tuple[int, int]]) -> bool:
    """Whether somebody's bot sat there, they asked for it, or it is of their league."""
    owners = {placing.version.bot.owner_id for placing in fixture.placings.all()}
    league = fixture.round.division.season.league_id if fixture.round else None
    return user in owners or user == fixture.by_id or (user, league) in organised


def settled(round: Round, placings: Iterable[Placing]) -> None:
    """A round changed ratings: everybody is told what it did to entries of their own."""
    rated = {one.entry_id: one for one in placings}
    entries = Entry.objects.filter(division=round.division_id)
    season = round.division.season
    _tell(
        Event.ROUND, round.pk, telling.round(round), season, entries, lambda one: _change(rated.get(one.pk))
    )


def _change(placing: Placing | None) -> Payload:
    """What a round did to a rating; null where it was not rated."""
    return {name: getattr(placing, name, None) for name in RATED}


def closed(season: Season) -> None:
    """Its table is final: everybody is told the places of their own entries."""
    entries = Entry.objects.filter(division__season=season)
    _tell(Event.SEASON, season.pk, telling.season(season), season, entries, _place)


def _place(entry: Entry) -> Payload:
    return {"division": entry.division.tier, "final_rank": entry.final_rank, "medal": entry.medal}


def _tell(
    event: str,
    about: int,
    told: Payload,
    season: Season,
    entries: QuerySet[Entry],
    row: Callable[[Entry], Payload],
) -> None:
    """Tells their owners, and who organises the season, with a row for each entry of their own.

    A rehearsal is nobody's business.
    """
    league = League.objects.filter(pk=season.league_id).values("pk")
    owners = entries.order_by().values("bot__owner")
    hooks = [] if season.dry else listeners(event, owners, organisers(league))
    if not hooks:
        return
    own = defaultdict[int | None, list[Payload]](list)
    theirs = entries.filter(house=False, bot__owner__in=[each.owner_id for each in hooks])
    for entry in theirs.select_related("bot", "division").order_by("number"):
        own[entry.bot.owner_id].append({"entry": entry.number, "bot": entry.bot.name, **row(entry)})
    tell([delivery(each, event, about, {**told, "entries": own[each.owner_id]}) for each in hooks])
