"""What happened, as JSON for the webhooks of those whom it concerns: owners of bots, and who organises.

Each is called in the transaction in which it happens, and costs one question where nobody listens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from tournaments.models import Entry, Fixture, League, Placing, Round, Season, User, Version, Webhook
from tournaments.selectors.fixtures import fixtures, open_fixtures
from tournaments.services.webhooks import delivery, listeners, tell

Event, Kind = Webhook.Event, Fixture.Kind
TOLD = (Kind.RATED, Kind.CHALLENGE)
"""The kinds of fixtures; of a trial its version tells."""
RATED = ("mu_before", "sigma_before", "mu_after", "sigma_after")


def _page(name: str, *args: object) -> str:
    return f"{settings.CARAVAN_ADDRESS}{reverse(name, args=args)}"


def validated(version: Version, trial: Fixture, *, reason: str = "") -> None:
    """A version has been through its trial in a game; the reason why it is refused there, or none."""
    owner = User.objects.filter(bots=version.bot_id)
    told = {
        "bot": version.bot.name,
        "version": version.number,
        "game": trial.game,
        "passed": not reason,
        "reason": reason,
        "page": _page("version", version.bot.name, version.number),
    }
    hooks = listeners(Event.VERSION, owner.values("pk"))
    tell([delivery(each, Event.VERSION, trial.pk, told, trial) for each in hooks])


def finished(played: QuerySet[Fixture]) -> None:
    """Fixtures were played or released; told of are those whose results everybody may see now."""
    shown = played.filter(open_fixtures(), kind__in=TOLD).order_by()
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
            delivery(hook, Event.FIXTURE, fixture.pk, _fixture(fixture), fixture)
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


def _fixture(fixture: Fixture) -> dict[str, Any]:
    """Who met and how it ended."""
    return {
        "fixture": fixture.pk,
        "kind": fixture.kind,
        "number": fixture.number,
        "game": fixture.game,
        **(_round(fixture.round) if fixture.round else {}),
        "finished_at": fixture.finished_at,
        "placings": [
            {
                "bot": placing.version.bot.name,
                "version": placing.version.number,
                "fixture_points": placing.fixture_points,
                "rank": placing.rank,
            }
            for placing in fixture.placings.all()
        ],
        "page": _page("fixture", fixture.pk),
    }


def _season(season: Season) -> dict[str, Any]:
    return {"league": season.league.slug, "season": season.number}


def _round(round: Round) -> dict[str, Any]:
    division = round.division
    return {**_season(division.season), "division": division.tier, "round": round.number}


def settled(round: Round, placings: Iterable[Placing]) -> None:
    """A round changed ratings: everybody is told what it did to entries of their own."""
    season = round.division.season
    hooks = _of_entries(Event.ROUND, season, Entry.objects.filter(division=round.division_id))
    if not hooks:
        return
    rated = {one.entry_id: one for one in placings}
    own = _own(hooks, Entry.objects.filter(division=round.division_id))
    page = _page("round", season.league.slug, season.number, round.number)
    tell(
        [
            delivery(
                hook,
                Event.ROUND,
                round.pk,
                {
                    **_round(round),
                    "entries": [
                        {"entry": each.number, "bot": each.bot.name, **_change(rated[each.pk])}
                        for each in own.get(hook.owner_id, ())
                        if each.pk in rated
                    ],
                    "page": page,
                },
            )
            for hook in hooks
        ]
    )


def _change(placing: Placing) -> dict[str, float | None]:
    """Of its rating; null where it was not rated."""
    return {name: getattr(placing, name) for name in RATED}


def closed(season: Season) -> None:
    """Its table is final: everybody is told the places of their own entries."""
    entries = Entry.objects.filter(division__season=season)
    hooks = _of_entries(Event.SEASON, season, entries)
    if not hooks:
        return
    own = _own(hooks, entries)
    page = _page("season", season.league.slug, season.number)
    tell(
        [
            delivery(
                hook,
                Event.SEASON,
                season.pk,
                {
                    **_season(season),
                    "entries": [_place(each) for each in own.get(hook.owner_id, ())],
                    "page": page,
                },
            )
            for hook in hooks
        ]
    )


def _place(entry: Entry) -> dict[str, Any]:
    return {
        "entry": entry.number,
        "bot": entry.bot.name,
        "division": entry.division.tier,
        "final_rank": entry.final_rank,
        "medal": entry.medal,
    }


def _of_entries(event: str, season: Season, entries: QuerySet[Entry]) -> list[Webhook]:
    """Those of the owners of these entries, and of who organises the season; a rehearsal is nobody's."""
    if season.dry:
        return []
    leagues = League.objects.filter(pk=season.league_id).values("pk")
    return listeners(event, entries.order_by().values("bot__owner"), organisers(leagues))


def _own(hooks: Sequence[Webhook], entries: QuerySet[Entry]) -> dict[int, list[Entry]]:
    """By owner of these webhooks, the entries that are theirs."""
    owned: dict[int, list[Entry]] = {}
    theirs = entries.filter(house=False, bot__owner__in=[each.owner_id for each in hooks])
    for entry in theirs.select_related("bot", "division").order_by("number"):
        owned.setdefault(entry.bot.owner_id or 0, []).append(entry)
    return owned
