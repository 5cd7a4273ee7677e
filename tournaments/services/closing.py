"""What a season leaves when it is closed: its final table, medals, who goes up and down, an archive."""

from __future__ import annotations

from tournaments.models import Archive, Division, Entry, Season
from tournaments.services import divisions, news, staging

MEDALS = (Entry.Medal.GOLD, Entry.Medal.SILVER, Entry.Medal.BRONZE)


def freeze(*, season: Season) -> None:
    """Writes all that down; needs the transaction that closes the season."""
    for division in season.divisions.all():
        rank(division)
    divisions.mark_moves(season=season)
    Archive.objects.create(season=season)
    news.closed(season)


def rank(division: Division) -> None:
    """The final ranks of a division, and medals for its first three if it has played at all."""
    order = staging.final_order(division)
    for number, entry in enumerate(order):
        entry.final_rank = number + 1
        entry.medal = MEDALS[number] if division.settled and number < len(MEDALS) else ""
    Entry.objects.bulk_update(order, ("final_rank", "medal"), batch_size=500)
