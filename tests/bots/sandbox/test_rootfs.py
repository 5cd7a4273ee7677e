"""The two layers: all that a bot may use, nothing else, and another one when it changes."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bots.sandbox import rootfs


@pytest.fixture(scope="module")
def root() -> Path:
    return rootfs.python_layer()


def test_the_root_holds_the_interpreter_and_mount_points(root):
    assert (root / "usr/bin/python3").is_file()
    assert (root / "dev/null").stat().st_size == 0
    assert os.listdir(root / "bot") == os.listdir(root / rootfs.SITE[1:]) == []


def test_the_root_holds_nothing_of_the_hosts_own(root):
    assert {path.name for path in root.iterdir()} <= {"bot", "dev", "lib", "lib64", "usr"}
    programs = {path.name for path in (root / "usr/bin").iterdir()}
    assert programs == {"python3"}


@pytest.mark.parametrize("name", ["pip", "test", "tkinter", "idlelib", "ensurepip", "site-packages"])
def test_what_no_bot_needs_is_left_out(root, name):
    assert not list(root.rglob(name))


def test_the_standard_library_is_complete_and_compiled(root):
    library = root / rootfs.STDLIB[1:]
    missing = {
        name
        for name in sys.stdlib_module_names - rootfs.UNWANTED - {"_tkinter", "turtle"}
        if name not in sys.builtin_module_names
        and not list(library.glob(f"{name}.py"))
        and not (library / name).is_dir()
        and not list((library / "lib-dynload").glob(f"{name}.*"))
    }
    assert not {name for name in missing if not name.startswith("_")} - host_has_not()
    assert (library / "__pycache__" / f"random.{sys.implementation.cache_tag}.pyc").exists()


def host_has_not() -> set[str]:
    """Modules of other systems, and those this interpreter was built without."""
    code = (
        "import sys, importlib.util as u; print(*(n for n in sys.stdlib_module_names if not u.find_spec(n)))"
    )
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.split())


def test_no_file_can_be_written_by_another_and_none_is_a_link_or_has_rights(root):
    for path in root.rglob("*"):
        mode = path.lstat().st_mode
        assert stat.S_ISDIR(mode) or stat.S_ISREG(mode), path
        assert not mode & 0o6022, path


def test_an_edited_referee_gives_another_site_and_an_edited_time_does_not(tmp_path, monkeypatch):
    package = tmp_path / "referee"
    package.mkdir()
    source = package / "__init__.py"
    source.write_text("rules = 1\n")
    monkeypatch.setattr(rootfs.referee, "__file__", str(source))
    first = rootfs.site_layer(tmp_path)
    os.utime(source, (1, 1))
    assert rootfs.site_layer(tmp_path) == first
    source.write_text("rules = 2\n")
    second = rootfs.site_layer(tmp_path)
    assert second != first
    assert (second / "referee" / "__init__.py").read_text() == "rules = 2\n"
    assert (first / "referee" / "__init__.py").read_text() == "rules = 1\n"
    names = {path.name for path in second.iterdir()}
    assert names == {"__pycache__", "forker.py", "probe", "referee", "runner.py"}


def test_a_root_is_built_from_nothing_in_a_place_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr("bots.sandbox.cache.SYSTEM", tmp_path / "system")
    built = rootfs.python_layer(tmp_path)
    assert built.parent == tmp_path
    environment = {"LD_LIBRARY_PATH": f"{built}{rootfs.LIBRARIES}", "PYTHONHOME": f"{built}/usr"}
    code = "import json, random, sys; print(json.__file__)"
    command = [f"{built}{rootfs.PYTHON}", "-S", "-c", code]
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert shown.startswith(str(built))
