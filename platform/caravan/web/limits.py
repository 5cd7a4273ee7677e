"""What an upload and a bot may use, as rows for the pages that say so before anything is sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import convert

from bots.play.clock import Clocks
from bots.sandbox import Limits
from bots.sandbox.languages import LANGUAGES, Language
from bots.upload.archive import MAX_FILES, MAX_PACKED, MAX_UNPACKED
from bots.upload.python import MAX_SOURCE, MAX_SOURCES
from tournaments.models import Season
from tournaments.services.quotas import UPLOADS_AN_HOUR

Rows = list[tuple[str, str]]


def clock_rows(clocks: Mapping[str, Any]) -> Rows:
    """The clocks of a league; what it does not say is the default."""
    each = convert(dict(clocks), Clocks)
    return [
        ("CPU for a match", f"{each.bank:g} s"),
        ("CPU for one move", f"{each.move_cap:g} s"),
        ("Idle time for a match", f"{each.idle:g} s"),
        ("Start until ready", f"{each.startup_cpu:g} s of CPU"),
        ("Memory", f"{Limits().memory >> 20} MB"),
        ("Network, disk", "none"),
    ]


def bank_rows(seasons: Iterable[Season]) -> Rows:
    """How much CPU a match a trial grants, and seasons in which it may be less."""
    granted = [(str(season), season.clocks) for season in seasons]
    return [(name, f"{convert(clocks, Clocks).bank:g} s") for name, clocks in [("A trial", {}), *granted]]


def upload_rows() -> Rows:
    """What an upload may be."""
    return [
        ("Upload", f"{MAX_PACKED / 1e6:g} MB"),
        ("Unpacked", f"{MAX_UNPACKED / 1e6:g} MB, {MAX_FILES} files"),
        ("Python code", f"{MAX_SOURCE // 1000} kB a file, {MAX_SOURCES / 1e6:g} MB in all"),
        *((language.title, _version(language)) for language in LANGUAGES.values()),
        ("Uploads an hour", str(UPLOADS_AN_HOUR)),
    ]


def _version(language: Language) -> str:
    return "not on this server" if language.complaint() else language.version
