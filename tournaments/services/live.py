"""What spectators follow: kept as it comes from the holder of the token, forgotten when nobody needs it."""

from __future__ import annotations

from django.db import transaction

from bots.play.broadcast import Moves
from tournaments.models import Attempt, Fixture, LiveChunk
from tournaments.services import bells, commits
from tournaments.services.states import lock


@transaction.atomic
def add(*, attempt: int, token: str, moves: Moves) -> bool:
    """Keeps some moves of a match; False for an old token, a finished attempt, and what is there already."""
    lock(Fixture.objects.filter(attempts=attempt))
    holder = Attempt.objects.filter(pk=attempt, token=token, state__in=Attempt.OPEN).first()
    if holder is None:
        return False
    _, new = LiveChunk.objects.get_or_create(
        attempt=holder,
        match=moves.match,
        first=moves.first,
        defaults={"frames": moves.frames, "over": moves.over},
    )
    commits.after(bells.ring, holder.fixture_id)
    return new


def forget(fixture: Fixture) -> None:
    """Drops what was kept of all attempts at a fixture, in the transaction that ended the last of them."""
    LiveChunk.objects.filter(attempt__fixture=fixture).delete()
    commits.after(bells.ring, fixture.pk)
