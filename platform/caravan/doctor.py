"""What this host can and cannot do for Caravan: play workers first, then what the rest needs."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.db import connection

from bots.sandbox import SandboxError
from bots.sandbox.layers import Layer, layers, spoken
from caravan import health
from caravan.environment import DATA, REDIS_URL
from caravan.up import programs
from caravan.up.able import Ability, asked, unable

ROOM = 1 << 30
"""Bytes that should be free: what the sandbox builds, and a season's records."""


@dataclass(frozen=True)
class Finding:
    """All that the doctor has found."""

    ability: Ability
    host: Sequence[Layer]

    @property
    def able(self) -> bool:
        """Whether play workers can run: bots can be held, and a broker can be reached."""
        return not self.ability.rung.complaint and all(one.ok for one in self.host if one.name == "broker")

    def document(self) -> dict[str, Any]:
        """As `--json` prints it; `docs/sandbox.md` describes it."""
        rung = self.ability.rung
        return {
            "sandbox": rung.name,
            "reason": rung.reason,
            "remedy": rung.remedy,
            "able": self.able,
            "layers": [asdict(layer) for layer in self.ability.layers],
            "languages": [asdict(language) for language in self.ability.languages],
            "host": [asdict(one) for one in self.host],
        }


def examine() -> Finding:
    """Runs the self-test as a play worker would be run, and looks at the host."""
    return Finding(ability(), [python(), database(), broker(), *map(room, (DATA, programs.cache()))])


def ability() -> Ability:
    """What a play worker of this user's could do; builds first what such a worker cannot."""
    try:
        programs.prepare()
        return asked(programs.play(1, REDIS_URL, None))
    except (OSError, SandboxError) as error:
        return Ability(unable(str(error)), layers(), spoken())


def python() -> Layer:
    """The interpreter that all of Caravan runs in."""
    return Layer("python", f"{sys.version.split()[0]} ({sys.executable})")


def database() -> Layer:
    """Whether the database answers."""
    name = f"{connection.vendor}, {connection.settings_dict['NAME']}"
    if health.database_answers():
        return Layer("database", name)
    return Layer("database", f"{name}: no answer", ok=False, remedy="Start it, or correct DATABASE_URL.")


def broker() -> Layer:
    """Whether the broker answers, or the one that `up` would start is there."""
    if not os.environ.get("REDIS_URL"):
        return Layer("broker", f"one of its own: {programs.server()}")
    if health.broker_answers():
        return Layer("broker", "answers")
    return Layer("broker", "no answer", ok=False, remedy="Start Redis or Valkey, or correct REDIS_URL.")


def room(place: Path) -> Layer:
    """How much is free where things are kept."""
    there = next(folder for folder in (place, *place.parents) if folder.is_dir())
    free = shutil.disk_usage(there).free
    found = f"{free >> 30} GB free for {place}"
    return Layer("disk", found, ok=free > ROOM, remedy="" if free > ROOM else "Make room there.")
