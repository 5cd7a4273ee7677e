"""Roots for bots that need no Python: a few programs of this host, the libraries they load, nothing else.

`node_layer` holds node with our runner, `bare_layer` only `prlimit`, with which both begin: it takes a bot's
kernel limits and becomes the bot.
"""

import functools
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from bots.sandbox.cache import cached, digest
from bots.sandbox.interface import SandboxError
from bots.sandbox.rootfs import LIBRARIES, SITE, inside, shared_libraries, stamp

NODE = "/usr/bin/node"
PRLIMIT = "/usr/bin/prlimit"
PACKAGES = {"node": "nodejs", "prlimit": "util-linux"}
RUNNER = Path(__file__).with_name("runner.mjs")
MOUNTS = ("/bot", "/dev", LIBRARIES)

OWN_FILES = re.compile(rb"/usr/share/nodejs/[\w./-]+\.js")
"""Debian's node reads parts of itself from files whose places are written in it."""


def node_layer(cache: Path | None = None) -> Path:
    """The folder to mount as / for JavaScript; about 100 MB."""
    return _layer("node", {NODE: node()[0], PRLIMIT: program("prlimit")}, [RUNNER], cache)


def bare_layer(cache: Path | None = None) -> Path:
    """The folder to mount as / for an executable; about 2 MB."""
    return _layer("bare", {PRLIMIT: program("prlimit")}, [], cache)


def _layer(name: str, programs: dict[str, Path], runners: Sequence[Path], cache: Path | None) -> Path:
    def build(root: Path) -> None:
        for mount in MOUNTS:
            inside(root, mount).mkdir(parents=True)
        inside(root, "/dev/null").touch()
        libraries = {place: library for library, place in shared_libraries(programs.values())}
        for place, binary in (programs | libraries).items():
            _copy(binary, inside(root, place))
            for own in _own_files(binary):
                _copy(own, inside(root, str(own)))
        for runner in runners:
            _copy(runner, inside(root, SITE) / runner.name)

    made_of = [stamp(path) for path in (*programs.values(), Path("/etc/ld.so.cache"))]
    return cached(f"{name}-{digest(made_of, files=[Path(__file__), *runners])}", build, cache)


def program(name: str) -> Path:
    """One of this host's; SandboxError with what helps if there is none."""
    found = shutil.which(name)
    if not found:
        raise SandboxError(f"{name} is missing: apt install {PACKAGES[name]}")
    return Path(found).parent.resolve() / name  # /bin is /usr/bin: the layer is the same for every PATH


def node() -> tuple[Path, int]:
    """The program itself, which a version manager may have hidden, and the first number of its version."""
    return _node(program("node"))


@functools.cache
def _node(found: Path) -> tuple[Path, int]:
    command = [str(found), "-p", "process.execPath + '\\n' + process.versions.node.split('.')[0]"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    if len(said) != 2 or not said[1].isdigit():
        raise SandboxError(f"{found} does not say its version")
    return Path(said[0]).resolve(), int(said[1])


def _copy(source: Path, goal: Path) -> None:
    goal.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, goal)


def _own_files(binary: Path) -> set[Path]:
    """What else it reads: only Debian's libnode names files, and only those that are there count."""
    if "node" not in binary.name:
        return set()
    named = (Path(found.decode()) for found in set(OWN_FILES.findall(binary.read_bytes())))
    return {path for path in named if path.is_file()}
