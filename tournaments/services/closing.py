"""What a season leaves when it is closed: its final table, medals, who goes up and down, an archive."""

from __future__ import annotations

from tournaments import final_table
from tournaments.models import Archive, Division, Entry, Season
from tournaments.services import divisions, news, staging


def freeze(*, season: Season) -> None:
    """Writes all that down; needs the transaction that closes the season."""
    for division in season.divisions.all():
        rank(division)
    divisions.mark_moves(season=season)
    Archive.objects.create(season=season)
    news.closed(season)


def rank(division: Division) -> None:
    """The final ranks of a division, and medals if it has played at all."""
    ranks = staging.final_ranks(division)
    last = max(ranks.values(), default=0)
    for entry, rank in ranks.items():
        entry.final_rank = rank
        entry.medal = final_table.medal(rank, last) if division.settled else ""
    Entry.objects.bulk_update(ranks, ("final_rank", "medal"), batch_size=500)
