"""Standing competitions, their seasons and tiers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db import models

from referee.games import GAMES
from tournaments import refusals, stages
from tournaments.models.bot import Activation
from tournaments.ranking import BETA, DRAW_PROBABILITY, SIGMA, TAU

WIDE = 1000
"""Nothing that a rating is made with is larger: it would leave no rating to tell."""
YEAR = 366 * 24 * 3600


def between(least: float, most: float) -> list[BaseValidator]:
    """Both ends included; a database need not have room for more, and SQLite would not mind."""
    return [MinValueValidator(least), MaxValueValidator(most)]


class League(models.Model):
    """A standing competition in one game at one size of table."""

    slug = models.SlugField(max_length=40, unique=True)
    title = models.CharField(max_length=80)
    game = models.CharField(max_length=40)
    seats = models.PositiveSmallIntegerField()
    rules = models.JSONField(default=dict, blank=True)
    """Options of the game that differ from its defaults."""
    clocks = models.JSONField(default=dict, blank=True)
    """Clocks, in seconds, that differ from the defaults."""
    deals = models.PositiveSmallIntegerField(default=1, validators=between(1, 100))
    """Deals of a fixture; each is played in all rotations."""
    bots_per_user = models.PositiveSmallIntegerField(default=1, validators=between(1, 1000))
    beta = models.FloatField(default=BETA, validators=between(0.001, WIDE))
    """With which its next season will be rated, as `manage.py calibrate` measures it."""
    draw_probability = models.FloatField(default=DRAW_PROBABILITY, validators=between(0.001, 0.999))
    organisers = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="leagues")
    """Whom staff have named: its desk is theirs, and no other league's."""

    class Meta:
        ordering = ("title",)

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        """Refuses a table that the referee does not have and clocks that a play worker does not know.

        A game is for good once there is a season: that keeps its own rules, and has its game from here.
        """
        if self.game not in GAMES:
            raise ValidationError({"game": f"There is no game {self.game!r}, only {', '.join(GAMES)}."})
        if Season.objects.filter(league=self.pk).exclude(league__game=self.game).exists():
            raise ValidationError({"game": "It has seasons, and they are played in another game."})
        refuse(refusals.of_table(self.game, self.seats, self.rules, self.clocks))


def refuse(refused: Iterable[refusals.Refusal]) -> None:
    """Raises all of them, each at its field, if there are any."""
    if fields := refusals.by_field(refused):
        raise ValidationError({field: list[str | ValidationError](why) for field, why in fields.items()})


class Season(models.Model):
    """One run of a league; what decides its figures is frozen here."""

    class State(models.TextChoices):
        """`draft` → `registration` → `running` → `finals` → `closed`; not every season has finals."""

        DRAFT = "draft", "being prepared"
        REGISTRATION = "registration", "open for registration"
        RUNNING = "running", "under way"
        FINALS = "finals", "in its finals"
        CLOSED = "closed", "closed"

    UNDER_WAY = (State.RUNNING, State.FINALS)
    """The states in which rounds are drawn."""
    LIVE = (State.REGISTRATION, *UNDER_WAY)
    """Those of a season that has been announced and is not over."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=80)
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    paused = models.BooleanField(default=False)
    """A paused season draws no round and starts no fixture; what is being played is finished."""
    rules = models.JSONField(default=dict, blank=True)
    clocks = models.JSONField(default=dict, blank=True)
    seats = models.PositiveSmallIntegerField()
    deals = models.PositiveSmallIntegerField(default=1, validators=between(1, 100))
    beta = models.FloatField(default=BETA, validators=between(0.001, WIDE))
    tau = models.FloatField(default=TAU, validators=between(0, WIDE))
    draw_probability = models.FloatField(default=DRAW_PROBABILITY, validators=between(0.001, 0.999))
    widening = models.FloatField(default=SIGMA / 4, validators=between(0, WIDE))
    """What a new version adds to its entry's sigma, as a root of squares."""
    secret = models.CharField(max_length=64, blank=True)
    """Every seed follows from it; shown when the season is closed."""
    commitment = models.CharField(max_length=64, blank=True)
    """SHA-256 of the secret, published when registration opens."""
    stages = models.JSONField(default=stages.ladder)
    """What is played one after another, each as in `tournaments.stages`; a later knockout is the finals."""
    registers = models.DateTimeField(null=True, blank=True)
    """When registration opens; none: the organiser opens it."""
    opens = models.DateTimeField(null=True, blank=True)
    """When the first round may be drawn; none: the organiser starts it."""
    pins = models.DateTimeField(null=True, blank=True)
    """From then on entries keep the version they have; none: they follow their bots to the end."""
    ends = models.DateTimeField(null=True, blank=True)
    """No round is drawn after this; none: it closes after its last stage, or by the organiser."""
    late_entries = models.BooleanField(default=True)
    """Whether bots may join while the first stage is under way, where its format allows that."""
    promote = models.PositiveSmallIntegerField(default=0, validators=between(0, 1000))
    """So many of a division go up in the next season, where there is one above."""
    relegate = models.PositiveSmallIntegerField(default=0, validators=between(0, 1000))
    """So many of a division go down in the next season, where there is one below."""
    carry_sigma = models.FloatField(default=SIGMA / 4, validators=between(0, WIDE))
    """What the time since the last season adds to an entry's sigma, as a root of squares."""
    dry = models.BooleanField(default=False)
    """A rehearsal by house bots alone: not listed, and nothing is carried over from it."""
    round_gap = models.PositiveIntegerField(default=0, validators=between(0, YEAR))
    """At least so many seconds lie between two draws."""
    premiere = models.TimeField(null=True, blank=True)
    """Each round is held from its draw until this time of day, UTC; none: it is open as it is played."""
    sizes: Sequence[int | None] | None = None
    """Of its divisions as they are about to be, the highest first; none: as they are stored."""

    class Meta:
        ordering = ("league", "-number")
        constraints = (models.UniqueConstraint(fields=("league", "number"), name="season_number"),)

    def __str__(self) -> str:
        return f"{self.league}: {self.title}"

    @property
    def game(self) -> str:
        """The name of its league's game."""
        return self.league.game

    def clean(self) -> None:
        """Refuses, field by field, what could not be played; a draft may be ahead of the house bots."""
        house = Activation.objects.filter(bot__owner=None, game=self.game).count()
        drafted = self.state == self.State.DRAFT
        stored = self.divisions.order_by("tier").values_list("size", flat=True) if self.pk else ()
        sizes = list(stored if self.sizes is None else self.sizes)
        refuse(
            [
                *refusals.of_table(self.game, self.seats, self.rules, self.clocks),
                *([] if drafted else refusals.of_house(self.game, self.seats, house)),
                *refusals.of_stages(self.stages, self.seats),
                *refusals.of_dates(registers=self.registers, opens=self.opens, ends=self.ends),
                *refusals.of_dates(pins=self.pins, ends=self.ends),
                *refusals.of_moves(self.promote, self.relegate, sizes),
            ]
        )


class Division(models.Model):
    """A tier of a season; rounds are drawn and settled within it."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    tier = models.PositiveSmallIntegerField(default=1, validators=between(1, 1000))
    name = models.CharField(max_length=40, default="Division 1")
    size = models.PositiveSmallIntegerField(null=True, blank=True, validators=between(2, 10000))
    """So many compete here when the season starts, the others below; none: there is no limit."""
    stage = models.PositiveSmallIntegerField(default=1)
    """The stage that is under way, from 1."""
    complete = models.BooleanField(default=False)
    """Whether all rounds of that stage are drawn."""
    drawn = models.PositiveIntegerField(default=0)
    """The number of the last round drawn; a draw claims the next."""
    settled = models.PositiveIntegerField(default=0)
    """The number of the last round settled; at most two behind `drawn`."""

    class Meta:
        ordering = ("season", "tier")
        constraints = (models.UniqueConstraint(fields=("season", "tier"), name="division_tier"),)

    def __str__(self) -> str:
        return f"{self.season}, {self.name}"
