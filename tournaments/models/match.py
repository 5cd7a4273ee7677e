"""What was played: matches, who sat where in them, and how a fixture ranks its competitors."""

from __future__ import annotations

from django.db import models

from tournaments.models.bot import Bot, Version
from tournaments.models.entry import Entry
from tournaments.models.fixture import Fixture


class Match(models.Model):
    """One game on one deal in one rotation; drawn with its fixture, recorded when that is finished."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="matches", db_index=False)
    deal = models.PositiveSmallIntegerField()
    """0, 1 … within the fixture."""
    rotation = models.PositiveSmallIntegerField()
    """0, 1 … seats - 1."""
    seed = models.CharField(max_length=64)
    """The same for every rotation of a deal."""
    record = models.TextField(blank=True)
    """The record's JSON, clocks and all; empty before the end."""
    digest = models.CharField(max_length=64, blank=True)
    """Of the record without its clocks."""
    moves = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("fixture_id", "deal", "rotation")
        constraints = (
            models.UniqueConstraint(fields=("fixture", "deal", "rotation"), name="match_rotation"),
        )

    def __str__(self) -> str:
        return f"{self.fixture}, deal {self.deal + 1}, rotation {self.rotation + 1}"


class Seating(models.Model):
    """Who holds a seat in a match, and how that went."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seatings", db_index=False)
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="seatings")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="seatings")
    points = models.IntegerField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    """1 is best; equals share a rank."""
    fault = models.CharField(max_length=40, blank=True)
    """Why the autopilot took over; empty: it did not."""
    fault_reason = models.TextField(blank=True)
    cpu = models.FloatField(null=True, blank=True)
    """Seconds."""
    log = models.CharField(max_length=64, blank=True)
    """The digest of its log; its owner's and the organiser's only."""
    tags = models.TextField(blank=True)
    """The words that its bot put beside its moves, each once, with a space before and after it."""

    class Meta:
        ordering = ("match_id", "seat")
        constraints = (models.UniqueConstraint(fields=("match", "seat"), name="seating_seat"),)
        indexes = (
            models.Index(fields=("entry", "fault"), condition=~models.Q(fault=""), name="seating_fault"),
        )

    def __str__(self) -> str:
        return f"{self.version} in seat {self.seat} of {self.match}"


class Placing(models.Model):
    """A competitor of a fixture: its fixture points and rank, and what that did to its rating."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="placings", db_index=False)
    number = models.PositiveSmallIntegerField()
    """0, 1 … among the fixture's competitors, as in the message to the play worker."""
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="placings", db_index=False
    )
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="placings")
    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="placings", db_index=False)
    """That of the version, by which its newest fixtures are found at once."""
    fixture_points = models.FloatField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    mu_before = models.FloatField(null=True, blank=True)
    sigma_before = models.FloatField(null=True, blank=True)
    mu_after = models.FloatField(null=True, blank=True)
    sigma_after = models.FloatField(null=True, blank=True)

    class Meta:
        ordering = ("fixture_id", "number")
        constraints = (models.UniqueConstraint(fields=("fixture", "number"), name="placing_number"),)
        indexes = (
            models.Index(fields=("entry", "fixture"), name="placing_entry"),
            models.Index(fields=("bot", "fixture"), name="placing_bot"),
        )

    def __str__(self) -> str:
        return f"{self.version} in {self.fixture}"
