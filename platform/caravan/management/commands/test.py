"""`manage.py test`: the whole suite by pytest; every option but `--long` and its own are pytest's."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from django.core.management.base import BaseCommand

from caravan.environment import ROOT


class Command(BaseCommand):
    """Hands its words to pytest, in a data folder that is thrown away."""

    help = "Runs the tests: [--long] [options of pytest]"

    def run_from_argv(self, argv: list[str]) -> None:
        """Ends this process with pytest's exit code."""
        with tempfile.TemporaryDirectory(prefix="caravan-test-") as data:
            environment = {**os.environ, "CARAVAN_DATA": data}
            command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadgroup", *argv[2:]]
            code = subprocess.call(command, cwd=ROOT, env=environment)
        sys.exit(code)
