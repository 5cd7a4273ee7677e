"""A play worker that root has started sees little, and can still hold bots."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from bots.sandbox import bubblewrap, cache, detect
from caravan.isolate import isolated

REPORT = """
import json, os
from bots.sandbox import detect
rung = detect()
print(json.dumps([os.getuid(), rung.name, rung.reason, os.access("/etc/hosts", os.R_OK), os.listdir("/")]))
"""

if os.geteuid() == 0:  # nobody else can start one

    def test_a_worker_of_roots_is_somebody_else_reads_names_and_runs_the_full_sandbox() -> None:
        assert detect().name == "full"  # and builds what the worker cannot
        command = [sys.executable, "-c", REPORT]
        inside = isolated(command, bubblewrap.bwrap(None), 61_999, read=[cache.own_cache()], network=False)
        shown = subprocess.run(inside, capture_output=True, text=True, check=True, env={"PATH": os.defpath})
        uid, rung, reason, reads_names, places = json.loads(shown.stdout)
        assert (uid, rung, reads_names) == (61_999, "full", True), reason
        assert not {"home", "srv", "boot"} & set(places)
