"""`manage.py doctor`: what this host can do for Caravan, what it cannot, and what helps."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from bots.sandbox.layers import Layer
from caravan import doctor


class Command(BaseCommand):
    """Prints what `caravan.doctor` finds; ends with 0 only where play workers can run."""

    help = "Says what this host can do for Caravan, what it cannot, and what helps."
    requires_system_checks: list[str] = []  # noqa: RUF012 - as Django declares it

    def add_arguments(self, parser: CommandParser) -> None:
        """For people or for programs."""
        parser.add_argument("--json", action="store_true", help="print a JSON document")

    def handle(self, *_: Any, **options: Any) -> None:
        """Prints, and ends with 1 where no play worker can run."""
        finding = doctor.examine()
        document = json.dumps(finding.document(), indent=2)
        self.stdout.write(document if options["json"] else "\n".join(page(finding)))
        if not finding.able:
            sys.exit(1)


def page(finding: doctor.Finding) -> Iterable[str]:
    """The lines for a person."""
    rung = finding.ability.rung
    yield f"Sandbox: {rung.name} ({rung.reason.rstrip('.')})."
    yield from [f"  → {rung.remedy}"] if rung.remedy else []
    yield from table(finding.ability.layers)
    yield "Languages:"
    yield from table(finding.ability.languages)
    yield "Host:"
    yield from table(finding.host)
    yield "Play workers can run here." if finding.able else "No play worker can run here."


def table(layers: Iterable[Layer]) -> Iterable[str]:
    """A line for each, and one more for what helps."""
    for layer in layers:
        yield f"  {'ok' if layer.ok else 'no':4}{layer.name:16}{layer.found}"
        yield from [f"{'':22}→ {layer.remedy}"] if layer.remedy else []
