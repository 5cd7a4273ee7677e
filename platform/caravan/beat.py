"""The clock that rings for the desk, also where somebody sets the host's."""

from __future__ import annotations

from typing import Any

from celery import beat


class Scheduler(beat.Scheduler):  # type: ignore[misc]
    """Keeps no file: a tick that was missed is not made up for. A clock that was set back starts all anew.

    Celery's own would ring no more until it is as late again as it was.
    """

    def tick(self, *args: Any, **named: Any) -> float:
        """Rings for one task that is due; so many seconds until the next may be."""
        if any(entry.last_run_at > entry.default_now() for entry in self.schedule.values()):
            for entry in self.schedule.values():
                entry.last_run_at = entry.default_now()
            self._heap = None
        seconds: float = super().tick(*args, **named)
        return seconds
