"""The file system of a sandbox: two read-only layers that hold nothing of the host but what a bot may use.

`python_layer` is the root: the interpreter, its libraries, the standard library, numpy if this environment
has it. `site_layer` is what Caravan itself puts there: the `referee`, the runner, the warm process that
forks, the probe of the self-test.
Both are copies, so that an interpreter below a private home can be used, and so that no edit of a file
reaches bots that are playing.
"""

import compileall
import importlib.util
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

import referee
from bots.sandbox import runner
from bots.sandbox.cache import cached, copy_tree, digest

PYTHON = "/usr/bin/python3"
LIBRARIES = "/usr/lib"
STDLIB = f"/usr/{sys.platlibdir}/python{sys.version_info.major}.{sys.version_info.minor}"

SITE = f"/usr/{sys.platlibdir}/bots"

PROBE = Path(__file__).with_name("probe.py")
FORKER = Path(__file__).with_name("forker.py")
MOUNTS = (SITE, "/bot", "/dev")

UNWANTED = {
    "__phello__", "dist-packages", "ensurepip", "idlelib", "lib2to3", "pydoc_data", "site-packages", "test",
    "tests", "tkinter", "turtledemo", "venv",
}  # fmt: skip
"""Folders that no bot needs."""
UNWANTED_EXTENSIONS = ("_test", "_tkinter", "_ctypes_test", "_xxtestfuzz")


def python_layer(cache: Path | None = None) -> Path:
    """The folder to mount as /; about 100 MB with numpy, built in a second or two."""
    version = digest(sys.version, *map(stamp, _made_of()), _numpy_version(), files=[Path(__file__)])
    return cached(f"python-{version}", build_python, cache)


def site_layer(cache: Path | None = None) -> Path:
    """The folder to mount at `SITE`; an edited referee gives another one."""
    package = Path(referee.__file__).parent
    parts = [Path(runner.__file__), FORKER, PROBE, Path(__file__)]
    sources = [path for path in package.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    names = [str(path.relative_to(package)) for path in sorted(sources)]
    return cached(f"site-{digest(sys.version, names, files=[*sources, *parts])}", build_site, cache)


def build_python(root: Path) -> None:
    """Fill `root` with an interpreter that finds everything by itself."""
    executable = _executable()
    for mount in MOUNTS:
        inside(root, mount).mkdir(parents=True)
    inside(root, "/dev/null").touch()
    inside(root, PYTHON).parent.mkdir()
    shutil.copy(executable, inside(root, PYTHON))
    for library in {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}:
        copy_tree(Path(library), inside(root, STDLIB), _wanted)
    for package in _numpy():
        copy_tree(package, inside(root, STDLIB) / package.name, _wanted)
    extensions = (path for path in inside(root, STDLIB).rglob("*.so*") if path.is_file())
    for source, goal in shared_libraries([executable, *extensions]):
        if source.is_relative_to(root):
            continue  # a wheel brought it along and knows where it is
        inside(root, goal).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, inside(root, goal))
    compileall.compile_dir(inside(root, STDLIB), quiet=2)


def build_site(site: Path) -> None:
    """Fill `site` with the referee and our own programs, all compiled."""
    copy_tree(Path(referee.__file__).parent, site / "referee", lambda path: path.name != "__pycache__")
    shutil.copy(runner.__file__, site / "runner.py")
    shutil.copy(FORKER, site / FORKER.name)
    (site / "probe").mkdir()
    for rung in ("full", "landlock"):
        shutil.copy(PROBE, site / "probe" / f"{rung}.py")
    compileall.compile_dir(site, stripdir=site, prependdir=SITE, quiet=2)


def shared_libraries(binaries: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """What the dynamic linker loads for them, and where it must lie in the root."""
    command = ["ldd", *map(str, binaries)]
    lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = dict(re.findall(r"^\s*(\S+)(?: => (/\S+))? \(0x", lines, re.MULTILINE))
    for name, path in found.items():
        if name.startswith("/"):
            yield Path(name), name  # the linker itself, at the address that is written in every program
        elif path:
            yield Path(path), f"{LIBRARIES}/{name}"
    unwinder = Path(found.get("libc.so.6") or "/lib/libc.so.6").with_name("libgcc_s.so.1")
    if unwinder.exists():
        yield unwinder, f"{LIBRARIES}/{unwinder.name}"  # loaded by name when a thread ends


def inside(root: Path, path: str) -> Path:
    """Where a path of the sandbox lies in its root on the host."""
    return root / path.removeprefix("/")


def _executable() -> Path:
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def _numpy() -> list[Path]:
    found = importlib.util.find_spec("numpy")
    if not found or not found.origin:
        return []
    package = Path(found.origin).parent
    return [path for path in (package, package.with_name("numpy.libs")) if path.is_dir()]


def _numpy_version() -> str:
    return metadata.version("numpy") if _numpy() else ""


def _made_of() -> list[Path]:
    return [_executable(), Path("/etc/ld.so.cache")]


def stamp(path: Path) -> tuple[str, int, int]:
    """What changes when a file of the host is replaced: cheaper than reading a hundred megabytes."""
    try:
        seen = path.stat()
    except OSError:
        return str(path), 0, 0
    return str(path), seen.st_size, int(seen.st_mtime)


def _wanted(path: Path) -> bool:
    if path.is_dir():
        return path.name not in UNWANTED and not path.name.startswith("config-")
    if path.suffix == ".pyc":
        return path.name.endswith(f".{sys.implementation.cache_tag}.pyc")
    if ".so" in path.suffixes:
        return not path.name.startswith(UNWANTED_EXTENSIONS)
    return path.suffix in {".py", ".json"}
