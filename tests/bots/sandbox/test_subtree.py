"""Control groups of version 2, in a folder that behaves like a delegated subtree as far as files go.

Killing and removing are tried on the kernel's own tree, which does both without any controller.
"""

import errno
import os
import subprocess
from pathlib import Path

import pytest

from bots.sandbox import SandboxError, cgroup, subtree
from tests.launched import PATIENCE, eventually

ELSEWHERE = "/system.slice/caravan-play.service"


@pytest.fixture
def unified(tmp_path, monkeypatch) -> Path:
    """A stand-in for the kernel's tree, with this process in a service of its own."""
    monkeypatch.setattr(subtree, "ROOT", tmp_path)
    monkeypatch.setattr(subtree, "OWN", tmp_path / "own")
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids")
    placed(tmp_path, ELSEWHERE)
    return tmp_path


def placed(tree: Path, path: str, controllers: str = "memory pids") -> Path:
    """Say that this process is here, in a group as the kernel makes one."""
    (tree / "own").write_text(f"1:name=systemd:/x\n0::{path}\n")
    folder = tree / path.strip("/")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cgroup.controllers").write_text(controllers)
    for name in ("cgroup.subtree_control", "cgroup.procs"):
        (folder / name).touch()
    return folder


@pytest.fixture
def service(unified) -> Path:
    """The group of a service that systemd has delegated."""
    folder = unified / ELSEWHERE.strip("/")
    os.setxattr(folder, "user.delegate", b"1")
    return folder


def test_a_group_that_was_delegated_is_found_also_from_its_leaf(unified, service):
    assert subtree.delegated() == service
    placed(unified, f"{ELSEWHERE}/{subtree.LEAF}")
    assert subtree.delegated() == service
    assert cgroup.version() == 2


def test_a_group_that_nobody_has_given_away_is_left_alone(unified):
    assert subtree.delegated() is None


@pytest.mark.parametrize("controllers", ["", "hugetlb", "memory", "pids cpu"])
def test_a_group_without_both_controllers_is_of_no_use(unified, service, controllers):
    placed(unified, ELSEWHERE, controllers)
    assert subtree.delegated() is None


def test_the_tree_of_a_container_is_its_own_and_that_of_the_host_is_not(unified):
    placed(unified, "/")
    assert subtree.delegated() is None
    (unified / "memory.max").touch()
    assert subtree.delegated() == unified


@pytest.mark.parametrize("text", ["", "4:memory:/x\n"])
def test_a_process_in_no_such_group_has_none(unified, text):
    (unified / "own").write_text(text)
    assert subtree.delegated() is None


def test_a_host_without_such_a_tree_has_none(unified, service):
    (unified / "cgroup.controllers").unlink()
    assert subtree.delegated() is None


def test_who_is_there_moves_to_a_leaf_before_the_controllers_are_switched_on(service, monkeypatch):
    moved = []
    write = Path.write_text

    def watched(path, text):
        moved.append((path.relative_to(service), text))
        return write(path, text)

    (service / "cgroup.procs").write_text("41\n42\n")
    monkeypatch.setattr(Path, "write_text", watched)
    subtree.divide(service)
    leaf = Path(subtree.LEAF, "cgroup.procs")
    assert moved == [(leaf, "41"), (leaf, "42"), (Path("cgroup.subtree_control"), "+memory +pids")]


def test_a_tree_that_is_divided_stays_as_it_is(service):
    (service / "cgroup.subtree_control").write_text("memory pids")
    subtree.divide(service)
    assert not (service / subtree.LEAF).exists()


@pytest.mark.parametrize("busy", [1, 3, 100])
def test_processes_that_appear_meanwhile_are_moved_too_and_not_for_ever(service, monkeypatch, busy):
    refusals = iter(range(busy))
    write = Path.write_text

    def refusing(path, text):
        if path.name == "cgroup.subtree_control" and next(refusals, None) is not None:
            raise OSError(errno.EBUSY, "Device or resource busy")
        return write(path, text)

    monkeypatch.setattr(Path, "write_text", refusing)
    if busy < subtree.ATTEMPTS:
        subtree.divide(service)
        assert (service / "cgroup.subtree_control").read_text() == "+memory +pids"
    else:
        with pytest.raises(SandboxError, match=r"a control group could not be made.*busy"):
            cgroup.Cgroup.make(memory=1, processes=1)


def test_limits_and_members_are_written(service):
    group = cgroup.Cgroup.make(memory=1000, processes=7)
    group.attach(42)
    (folder,) = service.glob("bot-*")
    written = {path.name: path.read_text() for path in folder.iterdir()}
    assert written == {
        "memory.max": "1000", "memory.swap.max": "0", "memory.oom.group": "1", "pids.max": "7",
        "cgroup.procs": "42",
    }  # fmt: skip


@pytest.mark.parametrize(("kills", "ran_out"), [(0, False), (1, True), (12, True)])
def test_the_kernels_count_of_kills_is_read(service, kills, ran_out):
    group = cgroup.Cgroup.make(memory=1000, processes=7)
    (folder,) = service.glob("bot-*")
    (folder / "memory.events").write_text(
        f"low 0\nhigh 3\nmax 5\noom 2\noom_kill {kills}\noom_group_kill 0\n"
    )
    assert group.ran_out_of_memory() is ran_out


def test_sweeping_takes_what_the_dead_have_left_and_nothing_of_the_living(service):
    for owner in (os.getpid(), 2**22 + 1):
        (service / f"bot-{owner}-0").mkdir()
    (service / subtree.LEAF).mkdir()
    cgroup.sweep()
    assert {path.name for path in service.iterdir() if path.is_dir()} == {
        f"bot-{os.getpid()}-0",
        subtree.LEAF,
    }


def kernels_tree() -> Path | None:
    """Where this user may make groups of version 2, with or without controllers."""
    found = [path for path in (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified"))
             if (path / "cgroup.controllers").exists()]  # fmt: skip
    return found[0] if found and os.access(found[0], os.W_OK) else None


if tree := kernels_tree():

    def test_closing_kills_all_that_is_in_a_group_and_removes_it():
        folder = tree / f"caravan-test-{os.getpid()}"
        folder.mkdir()
        group = cgroup.Cgroup([folder], folder / "memory.events")
        script = "read go; sleep 600 & sleep 600"
        with subprocess.Popen(["sh", "-c", script], stdin=subprocess.PIPE, text=True) as shell:
            group.attach(shell.pid)
            shell.stdin.write("go\n")
            shell.stdin.flush()
            assert eventually(lambda: len((folder / "cgroup.procs").read_text().split()) > 1)
            group.close()
            assert shell.wait(PATIENCE) == -9
        assert not folder.exists()
