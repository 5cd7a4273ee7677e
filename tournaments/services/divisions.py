"""Which division an entry competes in: where it stands when a season starts, where it goes at the close."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet

from tournaments.models import Division, Entry, Season
from tournaments.services import staging

Move = Entry.Move
STEPS: dict[str, int] = {Move.UP: -1, Move.DOWN: 1}


def arrange(*, season: Season) -> None:
    """Puts everybody where the last season leaves them, newcomers into the lowest division; then sizes hold.

    From the highest division down, each takes as many as it has room for, the best score first. So who finds
    no room goes one down, and where some are missing the best from below come up. Who has left takes no room.
    """
    entries = list(Entry.objects.filter(division__season=season, house=False, state=Entry.State.IN))
    tiers = list(season.divisions.order_by("tier"))
    bots = [one.bot_id for one in entries]
    competed, sat = last_competed(season, bots), last_sat(tiers[-1], bots)
    wanted = {one.pk: _tier(competed.get(one.bot_id), len(tiers)) for one in entries}
    for entry in entries:
        carry(entry, sat.get(entry.bot_id), season)
    queue = sorted(entries, key=lambda one: (wanted[one.pk], -one.score, one.number))
    for division in tiers:
        own = sum(wanted[one.pk] <= division.tier for one in queue)
        room = own if division.size is None else division.size
        mine = queue if division == tiers[-1] else queue[:room]
        queue = queue[len(mine) :]
        for entry in mine:
            entry.division = division
    fields = ("division", "start_mu", "start_sigma", "mu", "sigma")
    Entry.objects.bulk_update(entries, fields, batch_size=500)


def last_competed(season: Season, bots: Collection[int]) -> dict[int, Entry]:
    """By bot: its entry in the last closed season of the league that it competed in."""
    return {entry.bot_id: entry for entry in _past(season, bots).filter(house=False)}


def last_sat(division: Division, bots: Collection[int]) -> dict[int, Entry]:
    """By bot: its entry in the last closed season of the league that it sat in, also to fill chairs.

    Where it did that in several divisions, that of the nearest tier.
    """
    past = sorted(_past(division.season, bots), key=lambda one: -abs(one.division.tier - division.tier))
    past.sort(key=lambda one: one.division.season.number)
    return {entry.bot_id: entry for entry in past}


def _past(season: Season, bots: Collection[int]) -> QuerySet[Entry]:
    """Entries of bots in closed seasons of the league, the last season last; none for a dry run."""
    closed = Season.objects.filter(league=season.league_id, dry=False, state=Season.State.CLOSED)
    past = Entry.objects.filter(division__season__in=closed.filter(number__lt=season.number), bot__in=bots)
    ordered = past.select_related("division__season").order_by("division__season__number")
    return ordered.none() if season.dry else ordered


def _tier(origin: Entry | None, lowest: int) -> int:
    """Where an entry wants to be: newcomers and who was disqualified at the bottom."""
    if origin is None or origin.state == Entry.State.DISQUALIFIED:
        return lowest
    return max(1, min(lowest, origin.division.tier + STEPS.get(origin.moves, 0)))


def carry(entry: Entry, origin: Entry | None, season: Season) -> None:
    """Gives an entry, not saved yet, the mu that it had in the last season, and a wider sigma."""
    if origin is not None:
        entry.start_mu, entry.start_sigma = origin.rating.widened(season.carry_sigma)
        entry.mu, entry.sigma = entry.start_mu, entry.start_sigma


def mark_moves(*, season: Season) -> None:
    """Says who goes up and who goes down; who has left the season does neither."""
    tiers = list(season.divisions.order_by("tier"))
    for division in tiers:
        order = [one for one in staging.final_ranks(division) if one.state == Entry.State.IN]
        up = order[: season.promote] if division != tiers[0] else []
        rest = order[len(up) :]
        down = rest[max(0, len(rest) - season.relegate) :] if division != tiers[-1] else []
        for move, entries in ((Move.UP, up), (Move.DOWN, down)):
            Entry.objects.filter(pk__in=[one.pk for one in entries]).update(moves=move)


def lowest(season: Season) -> Division:
    """Where newcomers begin."""
    return season.divisions.order_by("-tier")[0]
