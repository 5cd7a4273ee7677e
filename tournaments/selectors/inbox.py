"""What somebody has been told on the site."""

from __future__ import annotations

from django.db.models import Count, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import Notification, User


def unseen() -> Coalesce:
    """Of each user in a query: how much they have not looked at."""
    theirs = Notification.objects.filter(user=OuterRef("pk"), site=True, seen=False).order_by()
    count = theirs.values("user").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(count, output_field=IntegerField()), 0)


def of(user: User, count: int, before: int | None = None) -> list[Notification]:
    """The newest, or those before one of them."""
    rows = user.notifications.filter(site=True)
    return list((rows if before is None else rows.filter(pk__lt=before)).order_by("-pk")[:count])
