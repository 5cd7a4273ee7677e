"""`manage.py bench`: measures, mostly beside peers, which get an environment of their own."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from caravan.environment import ROOT

LOCK = ROOT / "requirements-bench.txt"
PAGES = ROOT / "docs" / "benchmarks"
VENV = ROOT / ".venv-bench"
NAMES = {"watch": "watching"}
"""Pages that are not called like what is measured."""


class Command(BaseCommand):
    """Prints a page of Markdown; `--write` puts it into the docs."""

    help = (
        "Measures rules, matches with real bots, databases, ratings, watching, what duplicate play is worth."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """What to measure and for how long."""
        parser.add_argument(
            "what", choices=["referee", "matches", "separation", "database", "rerating", "watch"]
        )
        parser.add_argument("--write", action="store_true", help="renew the page in docs/benchmarks/")
        parser.add_argument("--seconds", default="0.4", help="for one round of one side")
        parser.add_argument("--rounds", default="7")
        parser.add_argument(
            "--fixtures", help="matches: rounds of whole ones, 0: none; rerating: of a season"
        )
        parser.add_argument("--no-peers", action="store_true", help="ours alone; nothing is installed")
        parser.add_argument("--game", action="append", default=[], help="separation: this one only")
        parser.add_argument("--deals", help="separation: in each game")
        parser.add_argument("--bank", help="separation: seconds of CPU a match")
        parser.add_argument("--matches", help="database: how many are stored")
        parser.add_argument(
            "--postgres", nargs="?", const="here", help="database: PostgreSQL too, of a server"
        )
        parser.add_argument("--span", help="watch: seconds for which each site is watched")
        parser.add_argument("--scale", help="watch: a part of all watchers, for a small try")
        parser.add_argument("--plans", action="store_true", help="database: of the slowest queries")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measures in another process."""
        what = options["what"]
        command = ALONE[what](options) if what in ALONE else beside_peers(options)
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise CommandError("The benchmark failed; the lines above say why.")
        self.stdout.write(done.stdout)
        if options["write"]:
            (PAGES / f"{NAMES.get(what, what)}.md").write_text(done.stdout, encoding="utf-8")


def separation(options: dict[str, Any]) -> list[str]:
    """The command that measures what duplicate play is worth."""
    games = [word for game in options["game"] for word in ("--game", game)]
    return [sys.executable, "-m", "benchmarks.separation", *games, *given(options, "deals", "bank")]


def database(options: dict[str, Any]) -> list[str]:
    """The command that measures a large database."""
    plans = ["--plans"] if options["plans"] else []
    return [sys.executable, "-m", "benchmarks.database", *given(options, "matches", "postgres"), *plans]


def rerating(options: dict[str, Any]) -> list[str]:
    """The command that measures how long a season takes to be rated again."""
    return [sys.executable, "-m", "benchmarks.rerating", *given(options, "fixtures")]


def watch(options: dict[str, Any]) -> list[str]:
    """The command that measures what those cost who watch."""
    return [sys.executable, "-m", "benchmarks.watching", *given(options, "span", "scale")]


ALONE = {"separation": separation, "database": database, "rerating": rerating, "watch": watch}
"""What has no peers."""


def beside_peers(options: dict[str, Any]) -> list[str]:
    """The command: the referee is measured where the peers can be imported, matches beside them."""
    what, peers = options["what"], "" if options["no_peers"] else str(with_peers())
    python = sys.executable if what == "matches" else peers or sys.executable
    command = [python, "-m", f"benchmarks.{what}", *given(options, "seconds", "rounds")]
    return command + (["--peers", peers, *given(options, "fixtures")] if what == "matches" else [])


def given(options: dict[str, Any], *names: str) -> list[str]:
    """Those of these options that have a value, as they are typed."""
    return [word for name in names if options[name] for word in (f"--{name}", options[name])]


def with_peers() -> Path:
    """The interpreter of the environment with the peers, made from the lock where it is not there yet."""
    import manage  # the bootstrap knows how to install on a bare machine

    stamp, state = VENV / "stamp", hashlib.sha256(LOCK.read_bytes()).hexdigest()
    python = VENV / "bin" / "python"
    if not (stamp.exists() and stamp.read_text() == state):
        print("Installing the peers into .venv-bench (once) …", file=sys.stderr)
        subprocess.run([manage.BASE, "-m", "venv", "--clear", "--without-pip", VENV], check=True)
        if not manage.install(LOCK, python):
            raise CommandError("The peers could not be installed; the lines above say why.")
        stamp.write_text(state)
    return Path(os.path.abspath(python))
