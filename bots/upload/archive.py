"""Reads a zip that a stranger made, and makes one of a folder of one's own.

Nothing of a stranger's is written to a disk, and nothing is unpacked before the archive's own table of
contents has passed every check; while unpacking, what really comes out is counted, whatever was declared.
"""

import io
import os
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from bots.errors import UploadError

MAX_PACKED = 1_000_000
MAX_UNPACKED = 10_000_000
MAX_FILES = 200
MAX_PATH = 200

_ENCRYPTED = 0x0001 | 0x0040 | 0x2000
_UTF8 = 0x0800
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LEFTOVERS = ("__MACOSX", "__pycache__", ".DS_Store")
"""What packing programs and Python add by themselves."""
_ARCHIVES = re.compile(r"\.(zip|jar|whl|egg|pyz|tar|tar\.\w+|t[bgx]z2?|7z|rar)$", re.IGNORECASE)
_ARCHIVE_HEADS = re.compile(rb"PK\x03\x04|PK\x05\x06|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07|.{257}ustar", re.DOTALL)
_ARRAYS = ".npz"
"""What numpy calls several arrays in a zip of its own: data like any other."""
_TOO_MANY = f"there are more than {MAX_FILES} files"
_TOO_DEEP = f"there are more than {MAX_FILES} folders"
_TOO_LARGE = f"the files are larger than {MAX_UNPACKED // 1_000_000} MB together"
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)


def pack(folder: Path) -> bytes:
    """The zip of a folder, as its owner would send it; UploadError where that is plainly too much."""
    return zipped(_contents(folder))


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip of these paths with their contents, whenever and by whomever it is made."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, content in files:
            entry = zipfile.ZipInfo(path)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    room = MAX_UNPACKED
    for number, path in enumerate(_files(folder)):
        room -= path.stat().st_size
        if number == MAX_FILES or room < 0:
            raise UploadError(_TOO_MANY if room >= 0 else _TOO_LARGE)
        yield _sendable(path.relative_to(folder)), path.read_bytes()


def _files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder, onerror=_fail):
        folders[:] = sorted(set(folders) - set(_LEFTOVERS))
        yield from (path for name in sorted(names) if (path := Path(place, name)).is_file())


def _fail(error: OSError) -> None:
    raise error


def _sendable(path: Path) -> str:
    try:
        return path.as_posix().encode().decode()
    except UnicodeEncodeError:
        raise UploadError(f"there is a name that is not UTF-8: {path.as_posix()!r}") from None


def unpack(data: bytes) -> dict[str, bytes]:
    """The files by path; UploadError if anything in the archive is out of line."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            _check_contents(entries)
            wanted = [entry for entry in entries if _wanted(entry)]
            _check_heads(archive, wanted)
            return _read(archive, wanted)
    except UnicodeDecodeError:
        raise UploadError("the zip holds a name that is not UTF-8") from None
    except _BROKEN as error:
        raise UploadError(f"the zip is damaged: {error}") from None


def _is_folder(entry: zipfile.ZipInfo) -> bool:
    return entry.filename.endswith("/")  # ZipInfo.is_dir falls over an empty name


def _wanted(entry: zipfile.ZipInfo) -> bool:
    return not _is_folder(entry) and not any(part in _LEFTOVERS for part in entry.filename.split("/"))


def _check_contents(entries: list[zipfile.ZipInfo]) -> None:
    if len(entries) > 2 * MAX_FILES or sum(not _is_folder(entry) for entry in entries) > MAX_FILES:
        raise UploadError(_TOO_MANY)
    for entry in entries:
        _check_name(entry)
        _check_kind(entry)
    _check_collisions(entries)
    if sum(entry.file_size for entry in entries) > MAX_UNPACKED:
        raise UploadError(_TOO_LARGE)


def _check_name(entry: zipfile.ZipInfo) -> None:
    name = entry.orig_filename
    if entry.filename != name.partition("\0")[0]:
        raise UploadError(f"a file has two names: {name!r} and {entry.filename!r}")
    if not entry.flag_bits & _UTF8 and not name.isascii():
        raise UploadError(f"the zip holds a name that is not UTF-8: {name!r}")
    if not name.isprintable() or "\\" in name or ":" in name:
        raise UploadError(f"a name may not hold control characters, backslashes or colons: {name!r}")
    if len(name.encode()) > MAX_PATH:
        raise UploadError(f"a path is longer than {MAX_PATH} bytes: {name[:40]!r}…")
    if name.startswith("/"):
        raise UploadError(f"absolute paths are not allowed: {name!r}")
    if any(part in ("", ".", "..") for part in name.removesuffix("/").split("/")):
        raise UploadError(f"paths may not hold empty, '.' or '..' parts: {name!r}")


def _check_kind(entry: zipfile.ZipInfo) -> None:
    if entry.flag_bits & _ENCRYPTED:
        raise UploadError("the zip is encrypted", file=entry.filename)
    if entry.compress_type not in _METHODS:
        raise UploadError("packed by a method other than store or deflate", file=entry.filename)
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR) or (kind == stat.S_IFDIR) > _is_folder(entry):
        raise UploadError(
            "only plain files and folders are allowed, no links or devices", file=entry.filename
        )
    if _is_folder(entry) and entry.file_size:
        raise UploadError("a folder cannot have content", file=entry.filename)


def _check_collisions(entries: list[zipfile.ZipInfo]) -> None:
    """Every path must mean one thing on every file system: no two may differ in spelling only."""
    spellings: dict[str, str] = {}
    files: set[str] = set()
    folders: set[str] = set()
    for entry in entries:
        parts = entry.filename.removesuffix("/").split("/")
        paths = ["/".join(parts[: end + 1]) for end in range(len(parts))]
        for path in paths:
            key = unicodedata.normalize("NFKC", path).casefold()
            if spellings.setdefault(key, path) != path:
                raise UploadError(f"two names differ in case only: {spellings[key]!r} and {path!r}")
        if entry.filename in files:
            raise UploadError(f"the zip holds {entry.filename!r} twice")
        folders.update(paths if _is_folder(entry) else paths[:-1])
        files.update(() if _is_folder(entry) else paths[-1:])
    if len(folders) > MAX_FILES:
        raise UploadError(_TOO_DEEP)
    if both := files & folders:
        raise UploadError(f"{min(both)!r} is a file and a folder")


def _check_heads(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> None:
    """No archive may be in the archive: what it holds would be checked by nobody."""
    for entry in entries:
        with archive.open(entry) as stream:
            packed = _ARCHIVE_HEADS.match(stream.read(512)) and not entry.filename.endswith(_ARRAYS)
        if packed or _ARCHIVES.search(entry.filename):
            raise UploadError("an archive in the archive: send what is in it", file=entry.filename)


def _read(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    room = MAX_UNPACKED
    for entry in entries:
        with archive.open(entry) as stream:
            content = stream.read(room + 1)
        room -= len(content)
        if room < 0:
            raise UploadError(_TOO_LARGE)
        files[entry.filename] = content
    return files
