"""`manage.py viewer`: writes the viewer's page anew for those who have no site."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from bots.viewer.page import PAGE
from caravan.web.shell import shell


class Command(BaseCommand):
    """After a change of the templates of a replay."""

    help = "Writes bots/viewer/page.html, the page of `caravan replay --html`, from the site's templates."

    def handle(self, *_: Any, **__: Any) -> None:
        PAGE.write_text(shell(), encoding="utf-8")
