"""Random archives, most of them lies: refused in words, or stored exactly as the zip library reads them."""

import contextlib
import io
import os
import stat
import tempfile
import tracemalloc
import warnings
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from bots.errors import UploadError
from bots.upload import inspection, store
from bots.upload.archive import MAX_FILES, MAX_PACKED, MAX_PATH, MAX_UNPACKED, unpack
from tests.bots.upload.zips import CENTRAL, DEFLATED, ENCRYPTED, STORED, UTF8, Entry, archive, unicode_path

LARGEST = 100_000
"""What random archives may unpack to: Hypothesis keeps all that it has drawn until the end of a test."""
NAMES = st.one_of(
    st.sampled_from([b"a", b"b", b"A", b"lib/a", b"lib/b", b"lib/", b"bot.py", b"bot.toml", b"caf\xc3\xa9"]),
    st.sampled_from(
        [b"../a", b"/a", b"a/../b", b"lib\\a", b"c:a", b"caf\xe9", b"a.zip", b"__MACOSX/a", b"", b"a\0b"]
    ),
    st.text("aB./\\ é", max_size=6).map(str.encode),
    st.binary(max_size=6),
    st.just(b"x" * (MAX_PATH + 1)),
)
CONTENTS = st.one_of(
    st.binary(max_size=60),
    st.just(b"def choose(view, legal):\n    return legal[0]\n"),
    st.just(b'name = "x"\ngames = ["donkey"]\n'),
    st.builds(lambda size: bytes(size), st.sampled_from([LARGEST // 100, LARGEST * 3 // 10, LARGEST + 1])),
    st.just(archive(Entry(b"inner", b"x"))),
)
KINDS = [0, stat.S_IFREG, stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO]
MODES = st.builds(lambda kind, bits: kind | bits, st.sampled_from(KINDS), st.integers(0, 0o7777))
FLAGS = st.sampled_from([UTF8, UTF8, UTF8, 0, ENCRYPTED, UTF8 | 8, 0x2000, 0x40, 0x20])
SIZES = st.one_of(st.integers(0, 200), st.sampled_from([LARGEST, 2**31, 2**32 - 1]))
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "name": NAMES,
        "flags": FLAGS,
        "method": st.sampled_from([STORED, DEFLATED, 12, 14, 99]),
        "crc": st.integers(0, 2**32 - 1),
        "packed": SIZES,
        "size": SIZES,
        "extra": st.binary(max_size=12),
        "at": st.integers(0, 300),
    },
)
UNCHANGED = st.just({})
ENTRIES = st.builds(
    Entry,
    name=NAMES,
    content=CONTENTS,
    method=st.sampled_from([DEFLATED, DEFLATED, STORED]),
    flags=FLAGS,
    mode=MODES,
    extra=st.one_of(st.just(b""), st.binary(max_size=20), st.builds(unicode_path, NAMES, NAMES)),
    local=st.one_of(UNCHANGED, UNCHANGED, CHANGES),
    central=st.one_of(UNCHANGED, UNCHANGED, CHANGES),
)
HONEST = st.builds(
    Entry,
    name=st.sampled_from([b"bot.py", b"bot.toml", b"lib/a", b"lib/b", b"c", b"caf\xc3\xa9"]),
    content=CONTENTS,
    method=st.sampled_from([DEFLATED, STORED]),
)


@st.composite
def archives(draw: st.DrawFn) -> bytes:
    """Some honest, some lying, some damaged afterwards."""
    entries = draw(st.lists(HONEST, max_size=5, unique_by=lambda entry: entry.name))
    entries += draw(st.one_of(st.just([]), st.lists(ENTRIES, max_size=2)))
    before = draw(st.sampled_from([b"", b"", b"#!/usr/bin/env python3\n"]))
    data = bytearray(archive(*entries, before=before, count=draw(st.sampled_from([None, None, 0, 7, 65535]))))
    damage = draw(st.sampled_from(["none", "none", "none", "spoilt", "cut off"]))
    if damage == "spoilt":
        for _ in range(draw(st.integers(1, 3))):
            data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data[: draw(st.integers(0, len(data)))] if damage == "cut off" else data)


@contextlib.contextmanager
def tolerant() -> Iterator[None]:
    """With a limit that small archives reach; the library may warn of what it reads all the same."""
    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
        warnings.simplefilter("ignore")
        patch.setattr("bots.upload.archive.MAX_UNPACKED", LARGEST)
        yield


def taken(data: bytes) -> dict[str, bytes] | None:
    """The files; None if they were refused, which must be in words."""
    try:
        with tolerant():
            return unpack(data)
    except UploadError as error:
        event(f"refused: {error.reason.partition(':')[0][:40]}")
        return None


@given(archives())
@settings(max_examples=500)
def test_any_archive_is_refused_or_stored_as_the_library_reads_it(data: bytes) -> None:
    files = taken(data)
    if files is None:
        return
    event(f"taken with {len(files)} files")
    with zipfile.ZipFile(io.BytesIO(data)) as library:
        told = {one.filename for one in library.infolist() if not one.filename.endswith("/")}
        assert {name for name in told if "__MACOSX" not in name} == set(files)
        assert all(library.read(name) == content for name, content in files.items())
    assert len(files) <= MAX_FILES
    assert sum(map(len, files.values())) <= LARGEST
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda fd: None)
        root = Path(folder, "bot")
        root.mkdir()
        assert all((root / name).resolve().is_relative_to(root.resolve()) for name in files)
        store.write(root, files)
        stored = {path for path in Path(folder).rglob("*") if not path.is_dir()}
        assert stored == {root / name for name in files}
        assert all((root / name).read_bytes() == content for name, content in files.items())
        assert not any(path.is_symlink() for path in stored)
        for place, _, _ in os.walk(root):
            os.chmod(place, 0o700)


@given(archives())
@settings(max_examples=100)
def test_any_upload_is_refused_or_taken_and_nothing_else(data: bytes) -> None:
    with tolerant(), contextlib.suppress(UploadError):
        upload = inspection.inspect(data, "bot.zip")
        assert upload.entry in upload.files


def spared(data: bytes) -> int:
    """The most memory that was in use while it was judged."""
    tracemalloc.start()
    try:
        with pytest.raises(UploadError):
            inspection.inspect(data, "bot.zip")
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


ZEROS = Entry(b"zeros", bytes(MAX_UNPACKED + 1))


@pytest.mark.parametrize(
    "data",
    [
        archive(ZEROS),
        archive(Entry(b"zeros", bytes(MAX_UNPACKED + 1), central={"size": 10}, local={"size": 10})),
        archive(*[Entry(b"%d" % number, bytes(MAX_UNPACKED // 150)) for number in range(160)]),
        archive(
            Entry(b"0", bytes(MAX_UNPACKED)), *[Entry(b"%d" % n, central={"at": 0}) for n in range(1, 150)]
        ),
        archive(*[Entry(b"%d" % number) for number in range(9_000)]),
        archive(*[Entry(b"%d" % number) for number in range(150)])[:-22] + CENTRAL * 100_000,
    ],
    ids=["bomb", "lying bomb", "many parts", "overlapping parts", "9000 files", "headers without end"],
)
def test_no_archive_costs_more_memory_than_what_it_may_hold(data: bytes) -> None:
    assert len(data) <= MAX_PACKED
    assert spared(data) < 2 * MAX_UNPACKED + 10 * MAX_PACKED


def test_a_hundred_thousand_files_are_refused_by_their_size_alone() -> None:
    data = archive(*[Entry(b"%d" % number, method=STORED) for number in range(100_000)])
    assert spared(data) < MAX_PACKED
    with pytest.raises(UploadError, match="larger than 1 MB"):
        inspection.inspect(data, "bot.zip")
    with pytest.raises(UploadError, match="more than 200 files"):
        unpack(data)
