"""The content-addressed store."""

import os
import stat
from pathlib import Path

import pytest

from bots.errors import MissingVersionError
from bots.upload.inspection import inspect
from bots.upload.store import Store, Upload, digest, temporary

SOURCE = b"def choose(view, legal):\n    return legal[0]\n"


def upload(**files: bytes) -> Upload:
    content = {"bot.py": SOURCE, **{name.replace("__", "/"): data for name, data in files.items()}}
    return Upload("x", ["pis_yedili"], "python", "bot.py", content, digest(content, "bot.py", "python"))


def test_what_is_put_is_read_back_by_digest(tmp_path: Path) -> None:
    store = Store(tmp_path / "deep" / "store")
    name = store.put(upload(lib__table=b"1"))
    assert (store.path(name) / "lib" / "table").read_bytes() == b"1"
    assert [path.name for path in store.root.iterdir()] == [name]


def test_every_user_may_read_and_nobody_write(tmp_path: Path) -> None:
    store = Store(tmp_path)
    old = os.umask(0o077)
    try:
        folder = store.path(store.put(upload(lib__table=b"1")))
    finally:
        os.umask(old)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.rglob("*")]}
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o555}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o444}


def test_a_program_may_be_started_and_nothing_else(tmp_path: Path) -> None:
    content = {"bin/bot": b"\x7fELF", "table": b"1"}
    store = Store(tmp_path)
    folder = store.path(store.put(Upload("x", ["pis_yedili"], "executable", "bin/bot", content, "0" * 64)))
    assert stat.S_IMODE((folder / "bin/bot").stat().st_mode) == 0o555
    assert stat.S_IMODE((folder / "table").stat().st_mode) == 0o444


def test_the_same_content_is_stored_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = store.path(store.put(upload())).stat().st_ino
    assert store.path(store.put(upload())).stat().st_ino == first


def test_a_race_for_the_same_content_has_two_winners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, other = Store(tmp_path), Store(tmp_path)
    rename = Path.rename

    def overtaken(self: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "rename", rename)
        other.put(upload())
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", overtaken)
    store.put(upload())
    assert len(list(tmp_path.iterdir())) == 1


def test_a_failed_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda fd: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        Store(tmp_path).put(upload(lib__table=b"1"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "..", "0" * 64, "../" * 3, "0" * 63 + "/"])
def test_a_version_that_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(MissingVersionError):
        Store(tmp_path).path(name)


def test_the_digest_is_of_the_content_alone() -> None:
    one = inspect(SOURCE, "one.py", games=["pis_yedili"])
    assert one.digest == inspect(SOURCE, "two.py", games=["pis_yedili"]).digest
    assert one.digest != inspect(SOURCE + b"#", "one.py", games=["pis_yedili"]).digest


def test_no_two_contents_share_a_digest() -> None:
    contents = [
        {"a": b"b", "c": b""},
        {"a": b"", "c": b"b"},
        {"ab": b"", "c": b""},
        {"a": b"bc"},
        {"a": b"xb\ny"},
        {"a": b"x", "b": b"y"},
    ]
    names = {digest(files, "a", "python") for files in contents} | {digest(contents[0], "c", "python")}
    assert len(names) == len(contents) + 1


def test_an_ordinary_user_removes_what_nobody_may_write_to() -> None:
    me = os.geteuid()
    ordinary = me or 65534
    with temporary() as store:
        name = store.put(upload(lib__table=b"1"))
        for path in [store.root, *store.root.rglob("*")]:
            os.chown(path, ordinary, -1)
        os.seteuid(ordinary)
        try:
            store.remove(name)
            store.remove(name)
        finally:
            os.seteuid(me)
        assert not list(store.root.iterdir())
