"""Control groups of version 1: the right figures in the right files, and none left."""

import os

import pytest

from bots.sandbox import Ending, cgroup
from tests.launched import PATIENCE

IDLE = "def choose(view, legal): return legal[0]"


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A stand-in for the kernel's tree."""
    for controller in cgroup.CONTROLLERS:
        (tmp_path / controller).mkdir()
        (tmp_path / controller / "cgroup.procs").touch()
    monkeypatch.setattr(cgroup, "ROOT", tmp_path)
    return tmp_path


def test_limits_and_members_are_written(tree):
    group = cgroup.Cgroup.make(memory=1000, processes=7)
    group.attach(42)
    (memory,), (pids,) = ((tree / controller / "caravan").iterdir() for controller in cgroup.CONTROLLERS)
    assert (memory / "memory.limit_in_bytes").read_text() == "1000"
    assert (pids / "pids.max").read_text() == "7"
    assert (memory / "cgroup.procs").read_text() == (pids / "cgroup.procs").read_text() == "42"


@pytest.mark.parametrize(("kills", "ran_out"), [(0, False), (1, True), (12, True)])
def test_the_kernels_count_of_kills_is_read(tree, kills, ran_out):
    group = cgroup.Cgroup.make(memory=1000, processes=7)
    (memory,) = (tree / "memory" / "caravan").iterdir()
    (memory / "memory.oom_control").write_text(f"oom_kill_disable 0\nunder_oom 0\noom_kill {kills}\n")
    assert group.ran_out_of_memory() is ran_out


def test_two_groups_have_two_names_and_close_removes_their_own(tree):
    folders = [tree / controller / "caravan" for controller in cgroup.CONTROLLERS]
    for folder in folders:
        folder.mkdir()
        (folder / f"{os.getpid()}-x").mkdir()
    own = [folder / f"{os.getpid()}-x" for folder in folders]
    cgroup.Cgroup(own, own[0] / "memory.oom_control").close()
    assert [os.listdir(folder) for folder in folders] == [[], []]


def test_sweeping_takes_what_the_dead_have_left_and_nothing_of_the_living(tree):
    for controller in cgroup.CONTROLLERS:
        for owner in (os.getpid(), 2**22 + 1):
            (tree / controller / "caravan" / f"{owner}-0").mkdir(parents=True)
    cgroup.sweep()
    assert (
        os.listdir(tree / "memory" / "caravan")
        == os.listdir(tree / "pids" / "caravan")
        == [f"{os.getpid()}-0"]
    )


def test_a_group_that_is_still_in_use_does_not_stop_the_sweep(tree):
    group = tree / "pids" / "caravan" / f"{2**22 + 1}-0"
    (group / "somebody").mkdir(parents=True)
    cgroup.sweep()
    assert group.exists()


if cgroup.version() == 1:  # by root only, and only where version 1 is mounted

    def test_memory_that_a_process_limit_does_not_see_is_held_by_the_group(sandboxed, started):
        bot = started(sandboxed, "block = bytearray(100 << 20)")
        groups = (cgroup.ROOT / "memory" / "caravan").glob("*-*")
        pid = str(bot.process.pid)
        (group,) = (each for each in groups if (each / "cgroup.procs").read_text().strip() == pid)
        assert (group / "memory.limit_in_bytes").read_text().strip() == str((256 + 64) << 20)
        (group / "memory.limit_in_bytes").write_text(str(32 << 20))
        assert bot.hello() is None
        assert bot.process.exit(PATIENCE).ending is Ending.MEMORY

    def test_no_group_is_left_by_a_bot_however_it_ends(sandboxed, started):
        for end in ("raise SystemExit", "import ctypes; ctypes.string_at(0)", IDLE):
            started(sandboxed, end).process.close()
        groups = [
            path for name in cgroup.CONTROLLERS for path in (cgroup.ROOT / name / "caravan").glob("*-*")
        ]
        assert not [path for path in groups if path.name.startswith(f"{os.getpid()}-")]
