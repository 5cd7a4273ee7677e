"""What followers of a season are told."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tournaments.models.fixture import Fixture, Round
from tournaments.models.league import Season


class Bulletin(models.Model):
    """Something that everybody may know of a season."""

    class Kind(models.TextChoices):
        """What it is."""

        FIXTURE = "fixture.finished", "a fixture has been played and is open"
        ROUND = "round.settled", "a round is settled"
        SEASON = "season.changed", "the season is in another state"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="bulletins", db_index=False)
    kind = models.CharField(max_length=20, choices=Kind)
    at = models.DateTimeField(default=timezone.now, db_index=True)
    fixture = models.OneToOneField(Fixture, on_delete=models.CASCADE, null=True, blank=True)
    round = models.OneToOneField(Round, on_delete=models.CASCADE, null=True, blank=True)
    state = models.CharField(max_length=12, choices=Season.State, blank=True)
    """That of the season since then; empty in other kinds."""
    paused = models.BooleanField(default=False)
    number = models.PositiveBigIntegerField(null=True, unique=True, editable=False)
    """Its place in what is told, of all seasons; null until the desk gives it one, after the commit.

    Keys are no such order: who was quicker to get one may be slower to commit.
    """

    class Meta:
        ordering = ("pk",)
        indexes = (
            models.Index(fields=("season", "number"), name="bulletin_season"),
            models.Index(fields=("id",), condition=models.Q(number=None), name="bulletin_new"),
        )

    def __str__(self) -> str:
        return f"{self.kind} in {self.season}"
