#!/usr/bin/env python3
"""The way in: `python3 manage.py up` runs Caravan, `python3 manage.py test` its tests, the rest is Django's.

Standard library only. Where the running interpreter lacks what the lock names, this makes `.venv`, installs
the lock there and starts itself again inside. A stamp makes every later start free.
"""

import errno
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
BASE = getattr(sys, "_base_executable", sys.executable)  # the interpreter outside of any environment
TESTS = "requirements-test.txt"
UNFINISHED = VENV / "unfinished"  # there while an install runs: what an interrupted one left is thrown away
SDISTS = re.compile(r"^(trueskill|rlcard)==.*?(?=^\S|\Z)", re.M | re.S)  # built here, after their build tools


def main() -> None:
    """Runs the command in an environment that has what it needs, making it first where there is none."""
    if sys.version_info < (3, 11):  # noqa: UP036 - said to those who try an older one
        sys.exit(f"Caravan needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.")
    lock = ROOT / (TESTS if sys.argv[1:2] == ["test"] else "requirements.txt")
    if not (fresh(lock) if Path(sys.prefix) == VENV else complete(lock)):
        prepare(lock)
        os.execv(PYTHON, [str(PYTHON), str(ROOT / "manage.py"), *sys.argv[1:]])
    sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caravan.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


def fresh(lock: Path) -> bool:
    """Whether `.venv` was completed from this very lock, at this place, by the interpreter it still has."""
    locks = (lock, ROOT / TESTS)  # the tests' has all of it
    stamps = {one: VENV / f"{one.stem}.stamp" for one in locks}
    made = [one for one, stamp in stamps.items() if stamp.exists() and stamp.read_text() == fingerprint(one)]
    return PYTHON.exists() and bool(made)


def fingerprint(lock: Path) -> str:
    """Changes with the lock, the project's own metadata, its place, and the interpreter of `.venv`."""
    parts = [lock.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), bytes(ROOT), bytes(PYTHON.resolve())]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def complete(lock: Path) -> bool:
    """Whether the running interpreter has every distribution of the lock in a version that it names."""
    wanted: dict[str, set[str]] = {}
    for name, version, marker in re.findall(r"^([\w.-]+)==([^\s;]+) *(;?)", lock.read_text(), re.M):
        wanted.setdefault(name, set()).update({version, ""} if marker else {version})
    return all(installed(name) in versions for name, versions in wanted.items())


def installed(name: str) -> str:
    """The version of a distribution here, or an empty word."""
    from importlib import metadata  # not there in the oldest that are told to go

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def prepare(lock: Path) -> None:
    """Brings `.venv` up to the lock; of two that start together one installs and the other waits."""
    with (ROOT / "requirements.txt").open() as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        if fresh(lock):
            return
        installers(PYTHON)  # without one it ends here, before anything is touched
        print("Installing what Caravan needs into .venv (once) …", file=sys.stderr, flush=True)
        os.umask(0o022)  # play workers of another uid read it
        if UNFINISHED.exists() or not sound():
            subprocess.run([BASE, "-m", "venv", "--clear", "--without-pip", VENV], check=True)
        UNFINISHED.touch()
        if not install(lock, PYTHON, ["--no-deps", "--no-build-isolation", "-e", ROOT]):
            sys.exit("Caravan could not install what it needs (the lines above say why); run this again.")
        (VENV / f"{lock.stem}.stamp").write_text(fingerprint(lock))
        UNFINISHED.unlink()


def install(lock: Path, python: Path, *more: "list[str | Path]") -> bool:
    """Installs a lock for an interpreter, then what else is to be installed; whether that succeeded."""
    wheels = python.parent.parent / "wheels.txt"
    wheels.write_text(SDISTS.sub("", lock.read_text()))
    steps: list[list[str | Path]] = [
        ["--require-hashes", "-r", wheels],
        ["--require-hashes", "--no-build-isolation", "-r", lock],
        *more,
    ]
    return any(all(done([*tool, "--quiet", *step]) for step in steps) for tool in installers(python))


def installers(python: Path) -> "list[list[str | Path]]":
    """The commands that install for an interpreter: uv where it is, then the pip outside."""
    found: list[list[str | Path]] = []
    if shutil.which("uv"):
        found.append(["uv", "pip", "install", "--python", python])
    if subprocess.run([BASE, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        found.append([BASE, "-m", "pip", "--python", python, "install"])
    return found or sys.exit("Caravan needs pip to install what it depends on: apt-get install python3-pip")


def done(command: "list[str | Path]") -> bool:
    """Runs a command; whether it succeeded."""
    return subprocess.run(command).returncode == 0


def sound() -> bool:
    """Whether `.venv` has an interpreter that starts, of the version that the environment was made for."""
    ask = "import sys; print('= %d.%d.' % sys.version_info[:2])"
    try:
        answer = subprocess.check_output([PYTHON, "-c", ask], text=True).strip()
        return answer in (VENV / "pyvenv.cfg").read_text()
    except (OSError, subprocess.CalledProcessError):
        return False


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # as a shell tells of it, and no traceback for who wanted it
        sys.exit(130)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        sys.exit(f"Caravan cannot write what it has to ({error.strerror}). Make room, then run this again.")
