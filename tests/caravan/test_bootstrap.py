"""`manage.py` before there is anything to run it with."""

from __future__ import annotations

import fcntl
import importlib.util
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.txt", "requirements-test.txt")
LOCK = """\
alpha==1.0 \\
    --hash=sha256:aa
trueskill==0.4.5 \\
    --hash=sha256:bb
    # via caravan
wheel==2.0 ; python_full_version < '3.12' \\
    --hash=sha256:cc
wheel==3.0 ; python_full_version >= '3.12' \\
    --hash=sha256:dd
"""


@pytest.fixture
def manage(tmp_path, monkeypatch):
    """The module `manage.py`, whose checkout is an empty folder with a lock."""
    spec = importlib.util.spec_from_file_location("manage_under_test", ROOT / "manage.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    venv = tmp_path / ".venv"
    for name, value in {
        "ROOT": tmp_path,
        "VENV": venv,
        "PYTHON": venv / "bin" / "python",
        "UNFINISHED": venv / "unfinished",
    }.items():
        monkeypatch.setattr(module, name, value)
    (tmp_path / "requirements.txt").write_text(LOCK)
    (tmp_path / "pyproject.toml").write_text("")
    return module


@pytest.fixture
def installs(manage, monkeypatch):
    """The commands that would have installed something, with what stood in the lock's place."""
    commands = []
    monkeypatch.setattr(manage, "done", lambda command: commands.append(command) or True)
    return commands


@pytest.fixture
def lock(manage):
    return manage.ROOT / "requirements.txt"


def test_a_python_that_is_too_old_is_told_so_in_one_sentence(manage, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 9))
    with pytest.raises(SystemExit, match=r"^Caravan needs Python 3\.11 or newer; .* is .*\.$"):
        manage.main()


def test_without_pip_the_package_is_named(manage, lock, monkeypatch):
    monkeypatch.setattr(manage.shutil, "which", lambda name: None)
    monkeypatch.setattr(manage, "BASE", "false")
    with pytest.raises(SystemExit, match="apt-get install python3-pip"):
        manage.prepare(lock)
    assert not manage.VENV.exists()


def test_what_is_built_here_comes_after_its_build_tools(manage, lock, installs):
    manage.prepare(lock)
    first, second, third = installs
    assert (manage.VENV / "wheels.txt").read_text() == LOCK.replace(
        LOCK[LOCK.index("true") : LOCK.index("wheel")], ""
    )
    assert "--require-hashes" in first
    assert {"--require-hashes", "--no-build-isolation", lock} <= set(second)
    assert {"--no-deps", "--no-build-isolation", "-e", manage.ROOT} <= set(third)


def test_a_second_start_installs_nothing(manage, lock, installs):
    manage.prepare(lock)
    assert manage.fresh(lock)
    installs.clear()
    manage.prepare(lock)
    assert installs == []


@pytest.mark.parametrize("name", ["requirements.txt", "pyproject.toml"])
def test_a_new_lock_is_installed(manage, lock, installs, name):
    manage.prepare(lock)
    with (manage.ROOT / name).open("a") as file:
        file.write("# new\n")
    assert not manage.fresh(lock)


def test_an_interrupted_install_is_thrown_away_and_repeated(manage, lock, installs, monkeypatch):
    def interrupted(command):
        (manage.VENV / "half").touch()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(manage, "done", interrupted)
        with pytest.raises(KeyboardInterrupt):
            manage.prepare(lock)
    assert not manage.fresh(lock)
    manage.prepare(lock)
    assert manage.fresh(lock)
    assert not (manage.VENV / "half").exists()


def test_an_environment_of_another_python_is_made_anew(manage, lock, installs):
    manage.prepare(lock)
    config = manage.VENV / "pyvenv.cfg"
    config.write_text(config.read_text().replace(f"= {sys.version_info[0]}.{sys.version_info[1]}.", "= 3.5."))
    assert not manage.sound()


def test_what_cannot_be_installed_ends_the_start_and_leaves_no_stamp(manage, lock, monkeypatch):
    monkeypatch.setattr(manage, "done", lambda command: False)
    with pytest.raises(SystemExit, match="run this again"):
        manage.prepare(lock)
    assert not manage.fresh(lock)


@pytest.mark.parametrize(
    ("here", "enough"),
    [
        ({"alpha": "1.0", "trueskill": "0.4.5", "wheel": "3.0"}, True),
        ({"alpha": "1.0", "trueskill": "0.4.5"}, True),  # every line of the wheel's has a condition
        ({"alpha": "1.1", "trueskill": "0.4.5", "wheel": "3.0"}, False),
        ({"trueskill": "0.4.5", "wheel": "3.0"}, False),
    ],
)
def test_an_interpreter_with_the_locked_versions_is_used_as_it_is(manage, lock, monkeypatch, here, enough):
    monkeypatch.setattr(manage, "installed", lambda name: here.get(name, ""))
    assert manage.complete(lock) is enough


def test_of_two_that_start_together_one_waits_and_finds_all_done(manage, lock, installs):
    with lock.open() as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        second = threading.Thread(target=manage.prepare, args=[lock])
        second.start()
        second.join(0.3)
        assert second.is_alive()
        assert installs == []
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", manage.VENV], check=True)
        (manage.VENV / "requirements.stamp").write_text(manage.fingerprint(lock))
    second.join(300)
    assert not second.is_alive()
    assert installs == []


def test_the_tests_lock_holds_all_that_is_needed_to_run():
    pins = [set(re.findall(r"^[\w.-]+==[^\\]+", (ROOT / name).read_text(), re.M)) for name in LOCKS]
    assert pins[0] <= pins[1]


def test_with_the_tests_lock_installed_nothing_more_is_installed(manage, lock, installs):
    (tests := manage.ROOT / manage.TESTS).write_text(LOCK)
    manage.prepare(tests)
    assert manage.fresh(lock)
