"""What is scheduled: rounds, fixtures and the attempts at playing them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from tournaments.models.bot import Version
from tournaments.models.league import Division


class Round(models.Model):
    """A set of fixtures in which every entry still in plays exactly once."""

    class State(models.TextChoices):
        """`drawn` → `settled`."""

        DRAWN = "drawn", "being played"
        SETTLED = "settled", "settled"

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds")
    stage = models.PositiveSmallIntegerField(default=1)
    """That of its season in which it was drawn, from 1."""
    number = models.PositiveIntegerField()
    """1, 2, 3 … within the division, through all stages."""
    state = models.CharField(max_length=8, choices=State, default=State.DRAWN)
    held = models.BooleanField(default=False)
    """A held round stays out of standings and ratings, its fixtures closed, until it is released."""
    release_at = models.DateTimeField(null=True, blank=True)
    """When a held round is released by the clock; none: the organiser does it."""
    drawn_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    disagreement = models.FloatField(null=True, blank=True)
    """How far the second opinion on its ratings is from ours, at most; none: not asked yet."""

    class Meta:
        ordering = ("division_id", "number")
        constraints = (models.UniqueConstraint(fields=("division", "number"), name="round_number"),)
        indexes = (
            models.Index(fields=("division", "release_at"), condition=models.Q(held=True), name="round_held"),
            models.Index(fields=("disagreement",), name="round_disagreement"),
        )

    def __str__(self) -> str:
        return f"{self.division}, round {self.number}"


class Fixture(models.Model):
    """The unit that is scheduled and rated: n competitors, some deals, all rotations."""

    class Kind(models.TextChoices):
        """Only `rated` fixtures belong to a round, and those of a dry run to a round of that."""

        RATED = "rated", "rated"
        TRIAL = "trial", "trial"
        CHALLENGE = "challenge", "challenge"
        RERUN = "rerun", "re-run"
        DRY = "dry", "dry run"

    class State(models.TextChoices):
        """`waiting` → `queued` → `playing` → `finished` or `void`; a lost attempt leads back to `waiting`."""

        WAITING = "waiting", "waiting"
        QUEUED = "queued", "queued"
        PLAYING = "playing", "being played"
        FINISHED = "finished", "finished"
        VOID = "void", "void"

    kind = models.CharField(max_length=10, choices=Kind)
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, null=True, blank=True, related_name="fixtures", db_index=False
    )
    version = models.ForeignKey(
        Version, on_delete=models.CASCADE, null=True, blank=True, related_name="trials"
    )
    """The version on trial; none in other kinds."""
    number = models.CharField(max_length=120)
    """stage.round.table.try in a division, stage.round.table.tie.try for one more deal at a table; seeds are
    drawn from it, never from a database id."""
    replaces = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="replacement"
    )
    """The void fixture whose table this deal is for."""
    breaks = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="tie_breaks"
    )
    """The fixture whose tie across the line of a knockout this deal breaks; it is not rated."""
    repeats = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="reruns"
    )
    """The fixture that a re-run plays once more, from the same seeds."""
    comparison = models.JSONField(null=True, blank=True)
    """Of a finished re-run: what it has to do with what it repeats, as in `tournaments.comparison`."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="fixtures"
    )
    """Who asked for it: a challenge or a re-run; nobody did for other kinds."""
    game = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    rules = models.JSONField(default=dict, blank=True)
    clocks = models.JSONField(default=dict, blank=True)
    deals = models.PositiveSmallIntegerField(default=1)
    kin = models.BooleanField(default=False)
    """Two entries of one owner had to meet: not rated."""
    secret = models.CharField(max_length=64)
    """That of its division, which follows from its season's, or one of its own; its seeds follow from it."""
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    released = models.BooleanField(default=False)
    """Whether what was hidden may be seen by everyone once it is finished."""
    due = models.DateTimeField(default=timezone.now)
    """No attempt is queued before this."""
    created = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True)
    """Why it is void."""

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("round", "number"), name="fixture_number"),)
        indexes = (
            models.Index(fields=("-finished_at",), name="fixture_latest"),
            models.Index(fields=("state", "due"), name="fixture_due"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    @property
    def open(self) -> bool:
        """Whether hidden cards, seeds, records and clocks may be shown to everyone."""
        return self.state == self.State.FINISHED and self.released

    @property
    def ended(self) -> bool:
        """Whether nobody plays it any more."""
        return self.state in (self.State.FINISHED, self.State.VOID)


class Attempt(models.Model):
    """One try of one worker at a fixture; only the holder of its token can finish it."""

    class State(models.TextChoices):
        """`queued` → `running` → `done`, `lost` or `failed`."""

        QUEUED = "queued", "queued"
        RUNNING = "running", "running"
        DONE = "done", "done"
        LOST = "lost", "lost"
        FAILED = "failed", "failed"

    OPEN = (State.QUEUED, State.RUNNING)
    """The states in which the holder of its token may finish it."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="attempts", db_index=False)
    number = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=32, unique=True)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    rung_at = models.DateTimeField(default=timezone.now)
    """When its message was last sent to the play workers."""
    lease_until = models.DateTimeField(null=True, blank=True)
    """Lost after this, unless another beat comes."""
    worker = models.CharField(max_length=100, blank=True)
    error = models.TextField(blank=True)
    """What of ours went wrong, when `failed`."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("fixture_id", "number")
        constraints = (models.UniqueConstraint(fields=("fixture", "number"), name="attempt_number"),)
        indexes = (models.Index(fields=("state", "lease_until"), name="attempt_lease"),)

    def __str__(self) -> str:
        return f"attempt {self.number} at {self.fixture}"
