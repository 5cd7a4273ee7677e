"""Bots in a season, and what befell them between rounds."""

from __future__ import annotations

from django.db import models

from tournaments.models.bot import Bot, Version
from tournaments.models.fixture import Fixture
from tournaments.models.league import Division, Season
from tournaments.ranking import MU, SIGMA, Rating


class Entry(models.Model):
    """A bot in a division, with its rating after the last round settled."""

    class State(models.TextChoices):
        """`in` → `withdrawn` or `disqualified`; drawn fixtures are played out."""

        IN = "in", "competing"
        WITHDRAWN = "withdrawn", "withdrawn"
        DISQUALIFIED = "disqualified", "disqualified"

    class Medal(models.TextChoices):
        """For the first three of a division."""

        GOLD = "gold", "gold"
        SILVER = "silver", "silver"
        BRONZE = "bronze", "bronze"

    class Move(models.TextChoices):
        """To which division the next season moves it."""

        UP = "up", "goes up"
        DOWN = "down", "goes down"

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="entries")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    """What sits down from the next draw on."""
    number = models.PositiveIntegerField()
    """1, 2, 3 … within the season, in the order of joining."""
    house = models.BooleanField(default=False)
    """Fills empty chairs: at one table a round at most, exempt from equality."""
    state = models.CharField(max_length=12, choices=State, default=State.IN)
    stage = models.PositiveSmallIntegerField(default=1)
    """The last stage in which it competes, from 1."""
    start_mu = models.FloatField(default=MU)
    start_sigma = models.FloatField(default=SIGMA)
    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    fixtures = models.PositiveIntegerField(default=0)
    """Those of its fixtures that were finished when their rounds were settled."""
    ranks = models.JSONField(default=list, blank=True)
    """How often it came first, second … in them, as far as it ever did."""
    faults = models.PositiveIntegerField(default=0)
    """Seats in them that the autopilot took over from it."""
    final_rank = models.PositiveIntegerField(null=True, blank=True)
    """In its division when the season was closed."""
    medal = models.CharField(max_length=6, choices=Medal, blank=True)
    moves = models.CharField(max_length=4, choices=Move, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "entries"
        ordering = ("division_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("division", "bot", "house"), name="entry_bot"),
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


class Qualifier(models.Model):
    """An entry that begins a stage of a closed format, with the rating by which it was seeded there."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="qualifiers")
    stage = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ("stage", "entry__number")
        constraints = (models.UniqueConstraint(fields=("entry", "stage"), name="qualifier_stage"),)

    def __str__(self) -> str:
        return f"{self.entry}, stage {self.stage}"

    @property
    def rating(self) -> Rating:
        """When the stage began."""
        return Rating(self.mu, self.sigma)


class SeasonEvent(models.Model):
    """Something that befell an entry or a fixture after a round was drawn.

    What befalls an entry acts from the next round on; a `void` fixture and a `drop` act on what was played.
    """

    class Kind(models.TextChoices):
        """A `version` event widens the entry's sigma; after `void` and `drop` the season is rated again."""

        VERSION = "version", "new version"
        WITHDRAWAL = "withdrawal", "withdrawal"
        DISQUALIFICATION = "disqualification", "disqualification"
        VOID = "void", "fixture void after all"
        DROP = "drop", "results dropped"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    """1, 2, 3 … within the season."""
    after_round = models.PositiveIntegerField()
    """The last round drawn in the division when it happened."""
    kind = models.CharField(max_length=16, choices=Kind)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="events")
    fixture = models.ForeignKey(
        Fixture, on_delete=models.CASCADE, null=True, blank=True, related_name="events"
    )
    """What is void after all; none in other kinds."""
    version = models.ForeignKey(Version, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("season", "number")
        constraints = (models.UniqueConstraint(fields=("season", "number"), name="event_number"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.entry or self.fixture}"
