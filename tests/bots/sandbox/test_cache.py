"""What is built once is complete or not there, whoever builds it and however often."""

import os
import subprocess
import sys
import threading
import time

import pytest

from bots.sandbox import SandboxError, cache


@pytest.fixture(autouse=True)
def _nothing_on_the_host(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "SYSTEM", tmp_path / "system")
    held = {}
    monkeypatch.setattr(cache, "_held", held)
    yield
    for fd in held.values():
        os.close(fd)


def write(folder):
    (folder / "file").write_text("content")


def test_it_is_built_once(tmp_path):
    built = []

    def build(folder):
        built.append(folder)
        write(folder)

    first = cache.cached("thing", build, tmp_path / "new" / "cache")
    second = cache.cached("thing", build, tmp_path / "new" / "cache")
    assert first == second
    assert (first / "file").read_text() == "content"
    assert len(built) == 1


def test_every_user_can_read_it_and_run_what_could_be_run(tmp_path):
    def build(folder):
        write(folder)
        (folder / "below").mkdir(mode=0o700)
        (folder / "below" / "program").touch(mode=0o700)
        (folder / "file").chmod(0o600)

    path = cache.cached("thing", build, tmp_path)
    modes = {str(each.relative_to(path)): each.stat().st_mode & 0o777 for each in [path, *path.rglob("*")]}
    assert modes == {".": 0o755, "below": 0o755, "below/program": 0o755, "file": 0o644}


def test_builders_at_the_same_time_give_one_complete_folder(tmp_path):
    together = threading.Barrier(8)
    found, wrong = [], []

    def build(folder):
        together.wait()
        for name in range(20):
            (folder / str(name)).touch()

    def ask():
        try:
            path = cache.cached("thing", build, tmp_path)
            found.append(len(list(path.iterdir())))
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (found, wrong) == ([20] * 8, [])
    assert os.listdir(tmp_path) == ["thing"]


def test_a_build_that_fails_leaves_nothing_and_is_our_failure(tmp_path):
    def build(folder):
        write(folder)
        raise OSError("disk full")

    with pytest.raises(SandboxError, match=r"thing could not be built .* disk full"):
        cache.cached("thing", build, tmp_path)
    assert os.listdir(tmp_path) == []


def test_a_folder_that_cannot_be_put_in_place_is_our_failure(tmp_path, monkeypatch):
    (tmp_path / "thing").write_text("a file where the folder should be")
    with pytest.raises(SandboxError, match="thing could not be built"):
        cache.cached("thing", write, tmp_path)


def test_what_the_host_has_is_used(tmp_path):
    cache.cached("thing", write, cache.SYSTEM)
    assert cache.cached("thing", pytest.fail, tmp_path) == cache.SYSTEM / "thing"


@pytest.mark.parametrize(
    ("user", "environment", "place"),
    [
        (0, {}, "/var/cache/caravan"),
        (0, {"CARAVAN_CACHE": "/here"}, "/here"),
        (7, {"CARAVAN_CACHE": "/here", "CARAVAN_DATA": "/data"}, "/here"),
        (7, {"CARAVAN_DATA": "/data", "HOME": "/home/me"}, "/data/cache"),
        (7, {"HOME": "/home/me"}, "/home/me/.cache/caravan"),
    ],
)
def test_the_place_follows_the_user_and_the_environment(monkeypatch, user, environment, place):
    monkeypatch.undo()
    for name in ("CARAVAN_CACHE", "CARAVAN_DATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert str(cache.own_cache()) == place


def test_a_user_without_a_home_is_told_what_to_do(monkeypatch):
    for name in ("CARAVAN_CACHE", "CARAVAN_DATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 7)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    with pytest.raises(SandboxError, match="could not be built: this user has no home"):
        cache.own_cache()


def aged(path):
    """A folder that was last used long ago."""
    path.mkdir()
    write(path)
    os.utime(path, (1, 1))
    return path


def test_a_new_folder_replaces_those_of_its_kind_that_nobody_has_used_for_long(tmp_path):
    old, other, recent, broken = (tmp_path / name for name in ("site-1", "python-1", "site-2", ".site-0.x"))
    for path in (old, other, recent, broken):
        aged(path)
    os.utime(recent)
    cache.cached("site-3", write, tmp_path)
    assert sorted(os.listdir(tmp_path)) == ["python-1", "site-2", "site-3"]


def test_what_a_living_process_was_given_stays_and_goes_when_that_has_ended(tmp_path):
    aged(tmp_path / "site-1")
    code = (
        "import sys; from pathlib import Path; from bots.sandbox.cache import hold; "
        "assert hold(Path(sys.argv[1])); print('held', flush=True); input()"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "site-1")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        assert time.time() - (tmp_path / "site-1").stat().st_mtime < 3600
        os.utime(tmp_path / "site-1", (1, 1))
        cache.cached("site-2", write, tmp_path)
        assert (tmp_path / "site-1" / "file").exists()
        process.communicate(b"\n")
    cache.cached("site-3", write, tmp_path)
    assert not (tmp_path / "site-1").exists()


def test_a_folder_that_was_removed_by_hand_is_built_again(tmp_path):
    first = cache.cached("thing", write, tmp_path)
    (first / "file").unlink()
    first.rmdir()
    assert (cache.cached("thing", write, tmp_path) / "file").exists()


def test_a_folder_that_goes_while_it_is_asked_for_is_built(tmp_path, monkeypatch):
    lock = cache.fcntl.flock

    def slowly(fd, operation):
        if (tmp_path / "thing-1").exists():
            (tmp_path / "thing-1").rename(tmp_path / "gone")
        lock(fd, operation)

    (tmp_path / "thing-1").mkdir()
    monkeypatch.setattr(cache.fcntl, "flock", slowly)
    monkeypatch.setattr(cache, "prune", lambda *_: monkeypatch.undo())
    assert (cache.cached("thing-1", write, tmp_path) / "file").exists()


def test_a_digest_follows_content_and_names_not_times(tmp_path):
    file = tmp_path / "file"
    file.write_text("one")
    first = cache.digest("a", files=[file])
    os.utime(file, (1, time.time()))
    assert cache.digest("a", files=[file]) == first
    assert cache.digest("b", files=[file]) != first
    file.write_text("two")
    assert cache.digest("a", files=[file]) != first
