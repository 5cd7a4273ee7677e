"""Zips that a stranger made: what is wrong with them is said before anything is unpacked."""

import io
import os
import stat
import struct
import warnings
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.errors import UploadError
from bots.upload import archive
from bots.upload.archive import MAX_FILES, MAX_UNPACKED, unpack
from tests.bots.upload import zips

Entry = tuple[str | zipfile.ZipInfo, bytes]


def packed(*entries: Entry, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these entries, duplicates and all."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as target, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # duplicates are what some tests want
        for name, content in entries:
            target.writestr(name, content)
    return out.getvalue()


def special(name: str, kind: int) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.create_system, entry.external_attr = 3, (kind | 0o644) << 16
    return entry


def refusal(data: bytes) -> str:
    with pytest.raises(UploadError) as caught:
        unpack(data)
    return str(caught.value)


def test_plain_files_and_folders_come_out_whole() -> None:
    data = packed(("bot.toml", b"x"), ("lib/", b""), ("lib/tables.json", b"[1]"))
    assert unpack(data) == {"bot.toml": b"x", "lib/tables.json": b"[1]"}


def test_the_same_folder_is_packed_into_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("x")
    before = archive.pack(tmp_path)
    os.utime(tmp_path / "bot.py", (10**9, 10**9))
    (tmp_path / "bot.py").chmod(0o700)
    assert archive.pack(tmp_path) == before
    assert unpack(before) == {"bot.py": b"x"}


def test_what_packing_programs_add_is_left_out() -> None:
    data = packed(
        ("a.py", b""),
        ("__MACOSX/._a.py", b"x"),
        ("lib/.DS_Store", b"x"),
        ("__pycache__/a.cpython-311.pyc", b"x"),
    )
    assert unpack(data) == {"a.py": b""}


@pytest.mark.parametrize("name", ["../up.py", "a/../../up.py", "a/./b", "a//b", "./a", ".."])
def test_parent_and_odd_paths_are_refused(name: str) -> None:
    assert "parts" in refusal(packed((name, b"")))


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("/etc/passwd", "absolute"),
        ("C:\\bot.py", "backslashes"),
        ("c:bot.py", "colons"),
        ("a\nb", "control"),
        ("x" * 201, "longer"),
        ("del\x7f", "control"),
    ],
)
def test_hostile_names_are_refused(name: str, word: str) -> None:
    assert word in refusal(packed((name, b"")))


@pytest.mark.parametrize(
    "kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK, stat.S_IFDIR]
)
def test_links_and_devices_are_refused(kind: int) -> None:
    assert "no links or devices" in refusal(packed((special("a", kind), b"/etc/passwd")))


@pytest.mark.parametrize(
    ("names", "word"),
    [
        (["a", "a"], "twice"),
        (["Bot.py", "bot.py"], "case"),
        (["Lib/a", "lib/b"], "case"),
        (["caf\u00e9", "cafe\u0301"], "case"),
        (["a", "a/b"], "file and a folder"),
        (["a/b", "a"], "file and a folder"),
    ],
)
def test_names_that_collide_are_refused(names: list[str], word: str) -> None:
    assert word in refusal(packed(*[(name, b"") for name in names]))


def test_names_that_are_not_utf8_are_refused() -> None:
    latin = packed(("cafX", b"")).replace(b"cafX", b"caf\xe9")
    assert "UTF-8" in refusal(latin)
    falsely_marked = packed(("caf\u00e9x", b"")).replace("caf\u00e9x".encode(), b"caf\xe9xx")
    assert "UTF-8" in refusal(falsely_marked)


def test_encrypted_entries_are_refused() -> None:
    data = bytearray(packed(("a", b"secret")))
    for signature, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + at] |= 1
    assert refusal(bytes(data)) == "a: the zip is encrypted"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_only_cheap_methods_are_unpacked(method: int) -> None:
    assert "deflate" in refusal(packed(("a", b"x" * 100), method=method))


def test_too_many_files_are_refused() -> None:
    assert "200 files" in refusal(packed(*[(f"f{n}", b"") for n in range(MAX_FILES + 1)]))
    assert len(unpack(packed(*[(f"f{n}", b"") for n in range(MAX_FILES)]))) == MAX_FILES
    assert "200 folders" in refusal(packed(*[(f"{n}/" + 20 * "a/" + "f", b"") for n in range(10)]))
    assert len(unpack(packed(*[(f"{n}/" + 19 * "a/" + "f", b"") for n in range(10)]))) == 10


def test_a_bomb_is_refused_by_its_declared_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_read", lambda *_: pytest.fail("unpacked"))
    assert "10 MB" in refusal(packed(("a", b"0" * MAX_UNPACKED), ("b", b"0")))


def test_a_bomb_that_lies_about_its_size_never_comes_out() -> None:
    data = packed(("a", b"0" * (MAX_UNPACKED + 1000)))
    small = data.replace(struct.pack("<I", MAX_UNPACKED + 1000), struct.pack("<I", 10))
    assert small != data
    assert "damaged" in refusal(small)


def test_what_really_comes_out_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_check_contents", lambda entries: None)
    assert "10 MB" in refusal(packed(("a", b"0" * MAX_UNPACKED), ("b", b"0")))


NESTED = {
    "inner.zip": b"",
    "lib/inner.TAR.GZ": b"",
    "inner.whl": b"",
    "inner.7z": b"",
    "table": packed(("zeros", b"0" * 5_000_000)),
    "empty": packed(),
    "table.bin": b"7z\xbc\xaf\x27\x1c\0\4",
    "table.dat": b"Rar!\x1a\x07\1\0",
    "table.json": bytes(257) + b"ustar\x0000" + bytes(248),
}


@pytest.mark.parametrize("name", NESTED)
def test_an_archive_in_an_archive_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_read", lambda *_: pytest.fail("unpacked"))
    assert refusal(packed((name, NESTED[name]))) == f"{name}: an archive in the archive: send what is in it"


def test_arrays_of_numpy_are_data_although_they_are_a_zip() -> None:
    arrays = packed(("weights.npy", b"\x93NUMPY"))
    assert unpack(packed(("weights.npz", arrays))) == {"weights.npz": arrays}


def test_a_file_with_two_names_is_refused_or_has_the_checked_one() -> None:
    data = zips.archive(zips.Entry(b"good", b"x", extra=zips.unicode_path(b"good", b"../bad")))
    try:
        assert unpack(data) == {"good": b"x"}  # older libraries do not look at the other name
    except UploadError as error:
        assert error.reason == "a file has two names: 'good' and '../bad'"  # noqa: PT017 by the library


def test_what_a_file_says_of_itself_must_be_what_the_contents_say() -> None:
    assert "differ" in refusal(zips.archive(zips.Entry(b"good", b"x", local={"name": b"evil"})))


@pytest.mark.parametrize("cut", [1, 21, 22, 23, 60])
def test_a_zip_that_is_cut_off_is_damaged(cut: int) -> None:
    assert "damaged" in refusal(packed(("a", b"hello"))[:-cut])


def test_damage_is_said() -> None:
    data = bytearray(packed(("a", b"hello world"), method=zipfile.ZIP_STORED))
    data[data.index(b"hello")] ^= 1
    assert "damaged" in refusal(bytes(data))
    assert "damaged" in refusal(b"PK\x03\x04nothing")


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_in_words(junk: bytes) -> None:
    assert refusal(junk)
