"""`manage.py bench`: measures beside the peers, which get an environment of their own."""

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


class Command(BaseCommand):
    """Prints a page of Markdown; `--write` puts it into the docs."""

    help = "Measures the referee, or matches with real bots, beside peers."

    def add_arguments(self, parser: CommandParser) -> None:
        """What to measure and for how long."""
        parser.add_argument("what", choices=["referee", "matches"])
        parser.add_argument("--write", action="store_true", help="renew the page in docs/benchmarks/")
        parser.add_argument("--seconds", default="0.4", help="for one round of one side")
        parser.add_argument("--rounds", default="7")
        parser.add_argument("--fixtures", help="matches: rounds of whole fixtures; 0 leaves them out")
        parser.add_argument("--no-peers", action="store_true", help="ours alone; nothing is installed")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measures in another process: the referee where the peers can be imported, matches beside them."""
        what, peers = options["what"], "" if options["no_peers"] else str(with_peers())
        python = sys.executable if what == "matches" else peers or sys.executable
        command = [python, "-m", f"benchmarks.{what}"]
        command += ["--seconds", options["seconds"], "--rounds", options["rounds"]]
        if what == "matches":
            command += ["--peers", peers]
            command += ["--fixtures", options["fixtures"]] if options["fixtures"] else []
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise CommandError("The benchmark failed; the lines above say why.")
        self.stdout.write(done.stdout)
        if options["write"]:
            (PAGES / f"{what}.md").write_text(done.stdout, encoding="utf-8")


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
