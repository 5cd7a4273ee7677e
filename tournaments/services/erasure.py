"""The files of those who have left: sources and logs go as soon as nothing that is drawn needs them."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction

from bots.upload.store import Store
from tournaments.models import Placing, Seating, Version
from tournaments.services import fixtures, logs
from tournaments.services.guards import guarded


def erase() -> None:
    """Does that for all versions where it can be done and is not; again and again, until none is left."""
    needed = Placing.objects.filter(fixture__state__in=fixtures.UNFINISHED).values("version")
    left = Version.objects.filter(bot__owner__deleted__isnull=False, erased=False)
    for version in left.exclude(pk__in=needed):
        guarded(_erase, version=version)


@transaction.atomic
def _erase(version: Version) -> None:
    """One version: its logs, what was told of its faults, and its files unless another has the same."""
    Version.objects.filter(pk=version.pk).update(erased=True)
    seatings = Seating.objects.filter(version=version)
    for digest in seatings.exclude(log="").values_list("log", flat=True):
        logs.remove(digest)
    seatings.exclude(log="", fault_reason="").update(log="", fault_reason="")
    if not Version.objects.filter(digest=version.digest, erased=False).exists():
        Store(settings.CARAVAN_STORE).remove(version.digest)
