"""What is known of a fixture while it is played: moves as spectators see them, gone when the record comes."""

from __future__ import annotations

from django.db import models

from tournaments.models.fixture import Attempt


class LiveChunk(models.Model):
    """Some moves of a match of an open attempt; nothing here depends on cards that spectators do not see."""

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="live")
    match = models.PositiveIntegerField()
    """The place of the match in the order of play, from 0: all deals of a rotation, then the next."""
    first = models.PositiveIntegerField()
    """How many moves of the match went before these."""
    frames = models.JSONField()
    """See `referee.spectator`."""
    over = models.BooleanField(default=False)
    """Whether the match ends with them."""

    class Meta:
        ordering = ("attempt", "match", "first")
        constraints = (models.UniqueConstraint(fields=("attempt", "match", "first"), name="chunk_first"),)

    def __str__(self) -> str:
        return f"{self.attempt}, match {self.match} from move {self.first + 1}"
