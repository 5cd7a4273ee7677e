"""Starting and stopping bots, by the CPU that it takes of everybody who has a part in it."""

from __future__ import annotations

import json
import os
import select
import site
import subprocess
import sys
from pathlib import Path

from benchmarks.costs import Side, cpu, repeated
from benchmarks.playing import a_view, table
from bots.play.clock import Clocks
from bots.play.protocol import Ask, Hello, Left, encode
from bots.play.running import Version
from bots.play.session import Session
from bots.sandbox import Launcher, Limits

RUNNER = "import json, os, random, resource, sys, types\n"
"""What ours imports for every bot, so that a bare one does as much."""
USUAL = "import collections, dataclasses, enum, functools, heapq, itertools, math, random, re, time, typing\n"
IMPORTS = {"no imports": "", "the usual imports": USUAL, "numpy": "import numpy\n"}
READY = "sys.stdout.write('ready\\n')\nsys.stdout.flush()\nsys.stdin.readline()\n"
ANSWER = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"move": json.loads(line)["legal"][0]}), flush=True)
"""
HELLO = encode(Hello("pis_yedili", 2, {}, Clocks()))
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""As in the sandbox."""


def bot(launcher: Launcher, version: Version) -> Side:
    """From nothing to `ready`, and to nothing again."""

    def once() -> None:
        with launcher.launch(version.folder, version.entry, version.language, Limits()) as process:
            os.write(process.stdin, HELLO)
            select.select([process.stdout], [], [])
            if os.read(process.stdout, 4096) != b'{"ready": true}\n':
                raise RuntimeError(os.read(process.stderr, 4096).decode())

    return repeated(cpu, once)


def bare(imports: str) -> Side:
    """The same of a Python without site that imports as much."""
    path = f"import sys; sys.path += {site.getsitepackages()!r}\n" if "numpy" in imports else ""
    command = [python(), "-I", "-S", "-c", path + RUNNER + imports + READY]

    def once() -> None:
        with started(command) as process:
            assert process.stdout
            if process.stdout.readline() != b"ready\n":
                raise RuntimeError("a bare Python did not start")
            process.kill()

    return repeated(cpu, once)


def match(launcher: Launcher, version: Version) -> Side:
    """A match of two bots that each are asked once."""
    view, legal = a_view(900)

    def once() -> None:
        with Session(version, table(2), launcher) as one, Session(version, table(2), launcher) as other:
            for seat, session in enumerate((one, other)):
                session.start(0, seat, "dice")
            for seat, session in enumerate((one, other)):
                session.choose(seat, view, legal, [])
                session.over([0, 0], [1, 1])

    return repeated(cpu, once)


def naive_match(script: Path) -> Side:
    """The same of two scripts, each a plain process that is started for the match."""
    script.write_text(USUAL + ANSWER)
    view, legal = a_view(900)
    line = encode(Ask(1, view, legal, [], Left(2.0, 20.0)))

    def once() -> None:
        command = [python(), str(script)]
        with started(command) as one, started(command) as other:
            for process in (one, other):
                assert process.stdin
                assert process.stdout
                process.stdin.write(line)
                if json.loads(process.stdout.readline())["move"] != legal[0]:
                    raise RuntimeError("a plain bot did not answer")
                process.stdin.close()

    return repeated(cpu, once)


def started(command: list[str]) -> subprocess.Popen[bytes]:
    """A process on two pipes."""
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0, env={**os.environ, **ONE_THREAD})


def python() -> str:
    """The interpreter itself, outside of any environment, as the sandbox has it."""
    return str(Path(getattr(sys, "_base_executable", sys.executable)).resolve())
