"""Competitors and their uploads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

if TYPE_CHECKING:
    from tournaments.models.fixture import Fixture


class Bot(models.Model):
    """A competitor: a name that lasts while its versions change."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="bots"
    )
    """Whose it is; nobody's: a house bot."""
    name = models.SlugField(max_length=40, unique=True)
    frozen = models.BooleanField(default=False)
    """By the organiser: its versions and entries stand still."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)
        constraints = (models.UniqueConstraint(Lower("name"), name="bot_name_in_any_case"),)

    def __str__(self) -> str:
        return self.name

    @property
    def house(self) -> bool:
        """Whether it ships with Caravan."""
        return self.owner_id is None

    @property
    def stands_still(self) -> bool:
        """Whether it gets no chair, no new version and no new entry: frozen, or its owner banned or gone."""
        owner = self.owner
        return self.frozen or (owner is not None and (owner.banned or owner.deleted is not None))


class Version(models.Model):
    """One immutable upload of a bot."""

    class State(models.TextChoices):
        """`checking` → `trial` → `active` or `refused`; one that waits for its owner has `passed` first."""

        CHECKING = "checking", "being checked"
        TRIAL = "trial", "in its trial"
        PASSED = "passed", "waiting for its owner"
        ACTIVE = "active", "active"
        REFUSED = "refused", "refused"

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    """1, 2, 3 … within its bot."""
    digest = models.CharField(max_length=64, db_index=True)
    """Names the stored files; the same files have the same digest."""
    language = models.CharField(max_length=20)
    entry = models.CharField(max_length=200)
    """The file that is started, relative to the upload."""
    games = models.JSONField(default=list)
    """Names of the games it says it plays."""
    note = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.CHECKING)
    reason = models.TextField(blank=True)
    """Why it was refused, or in which games it was, in a sentence each for its owner."""
    waits = models.BooleanField(default=False)
    """Its owner wants to say when it competes; else it does as soon as it has passed its trial."""
    created = models.DateTimeField(auto_now_add=True)
    erased = models.BooleanField(default=False)
    """Whether its files are gone, with the account of its owner."""

    class Meta:
        ordering = ("bot", "-number")
        constraints = (models.UniqueConstraint(fields=("bot", "number"), name="version_number"),)
        indexes = (models.Index(fields=("state", "created"), name="version_state"),)

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"

    @property
    def trial(self) -> Fixture | None:
        """Of the trials that it waits for what is played or comes first, else its newest; from all, which
        may have been fetched before.
        """
        waits = [trial for trial in self.trials.all() if not trial.ended]
        if waits:
            return min(waits, key=lambda trial: (trial.state != trial.State.PLAYING, trial.due, trial.pk))
        return max(self.trials.all(), key=lambda trial: trial.pk, default=None)

    @property
    def unsettled(self) -> bool:
        """Whether it is still to be told where it may compete."""
        begun = self.state in (self.State.CHECKING, self.State.TRIAL)
        return begun or (self.trial is not None and not self.trial.ended)


class Submission(models.Model):
    """What a program called an upload, so that it may send it again: that makes no other version."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="submissions")
    key = models.CharField(max_length=200)
    """Chosen by the program; another of the same user names another upload."""
    digest = models.CharField(max_length=64)
    """SHA-256 of all that was sent with it."""
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="+")
    """What it made."""
    created = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "key"), name="submission_key"),)

    def __str__(self) -> str:
        return f"{self.version} under {self.key}"


class Activation(models.Model):
    """Which version of a bot competes in a game."""

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="activations")
    game = models.CharField(max_length=40)
    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="activations")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("bot", "game"), name="activation_game"),)

    def __str__(self) -> str:
        return f"{self.version} in {self.game}"
