"""Bots in a season, and what befell them between rounds."""

from __future__ import annotations

from django.db import models

from tournaments.models.bot import Bot, Version
from tournaments.models.league import Division, Season
from tournaments.ranking import MU, SIGMA, Rating


class Entry(models.Model):
    """A bot in a division, with its rating after the last round settled."""

    class State(models.TextChoices):
        """`in` → `withdrawn` or `disqualified`; drawn fixtures are played out."""

        IN = "in", "competing"
        WITHDRAWN = "withdrawn", "withdrawn"
        DISQUALIFIED = "disqualified", "disqualified"

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="entries")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    """What sits down from the next draw on."""
    number = models.PositiveIntegerField()
    """1, 2, 3 … within the season, in the order of joining."""
    house = models.BooleanField(default=False)
    """Fills empty chairs: at one table a round at most, exempt from equality."""
    state = models.CharField(max_length=12, choices=State, default=State.IN)
    start_mu = models.FloatField(default=MU)
    start_sigma = models.FloatField(default=SIGMA)
    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("division", "number")
        constraints = (
            models.UniqueConstraint(fields=("division", "bot"), name="entry_bot"),
            models.UniqueConstraint(fields=("division", "number"), name="entry_number"),
        )

    def __str__(self) -> str:
        return f"{self.bot} in {self.division}"

    @property
    def rating(self) -> Rating:
        """After the last round settled."""
        return Rating(self.mu, self.sigma)

    @property
    def score(self) -> float:
        """What tables sort by: mu - 3 sigma."""
        return self.rating.score


class SeasonEvent(models.Model):
    """Something that befell an entry after a round was drawn; it acts from the next round on."""

    class Kind(models.TextChoices):
        """A `version` event widens the entry's sigma."""

        VERSION = "version", "new version"
        WITHDRAWAL = "withdrawal", "withdrawal"
        DISQUALIFICATION = "disqualification", "disqualification"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    """1, 2, 3 … within the season."""
    after_round = models.PositiveIntegerField()
    """The last round drawn in the entry's division when it happened."""
    kind = models.CharField(max_length=16, choices=Kind)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="events")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("season", "number")
        constraints = (models.UniqueConstraint(fields=("season", "number"), name="event_number"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.entry}"
