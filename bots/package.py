"""What an upload is: one Python script, or a zip with a `bot.toml`.

    name = "Late Shift"            # as it is shown
    games = ["pis_yedili"]         # what it plays
    language = "python"            # the default
    entry = "bot.py"               # the default

Everything that an uploader is told is an UploadError; nothing of the upload is ever run here.
"""

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import Struct

from bots import store
from bots.archive import MAX_FILES, MAX_PACKED, MAX_UNPACKED, pack, unpack
from bots.errors import UploadError
from bots.source import check_python
from bots.store import Store
from referee.games import GAMES

__all__ = [
    "MAX_FILES",
    "MAX_PACKED",
    "MAX_UNPACKED",
    "Store",
    "Upload",
    "UploadError",
    "inspect",
    "inspect_files",
    "inspect_path",
]

MANIFEST = "bot.toml"
SCRIPT = "bot.py"
LANGUAGES = ("python",)
LATER = ("javascript", "executable")
MAX_NAME = 40


class Upload(Struct, frozen=True):
    """An inspected upload: harmless to store, not yet proved to play."""

    name: str
    games: list[str]
    language: str
    entry: str
    files: dict[str, bytes]
    digest: str


class Manifest(Struct, forbid_unknown_fields=True):
    """What `bot.toml` may say."""

    name: str
    games: list[str]
    language: str = "python"
    entry: str = SCRIPT


def inspect(data: bytes, filename: str, *, games: Sequence[str] = ()) -> Upload:
    """Judges an upload; `games` is what a single script plays (a zip says so itself)."""
    _check_size(data)
    name = PurePosixPath(filename.replace("\\", "/")).name
    if name.lower().endswith(".zip") or data.startswith(b"PK\x03\x04"):
        return _inspect_files(_without_top_folder(unpack(data)))
    if name.lower().endswith(".py"):
        return _accept(Manifest(_script_name(name), list(games)), {SCRIPT: data})
    raise UploadError(f"{name or 'this'} is neither a Python script (.py) nor a zip")


def inspect_path(path: Path, *, games: Sequence[str] = ()) -> Upload:
    """The same for what lies on this machine: a script, a zip, or a folder as its zip would be judged.

    A folder may do without a `bot.toml` if it holds a `bot.py`.
    """
    if path.is_file():
        with path.open("rb") as file:
            return inspect(file.read(MAX_PACKED + 1), path.name, games=games)
    if not path.is_dir():
        raise UploadError("neither a file nor a folder")
    data = pack(path)
    _check_size(data)
    files = _without_top_folder(unpack(data))
    if MANIFEST not in files and SCRIPT in files:
        return inspect_files(files, path.resolve().name, games)
    return _inspect_files(files)


def inspect_files(files: dict[str, bytes], name: str, games: Sequence[str]) -> Upload:
    """The same for files with a `bot.py` among them and no `bot.toml`."""
    return _accept(Manifest(_script_name(name), list(games)), files)


def _check_size(data: bytes) -> None:
    if len(data) > MAX_PACKED:
        raise UploadError(f"the upload is larger than {MAX_PACKED // 1_000_000} MB")


def _script_name(filename: str) -> str:
    stem = re.sub(r"\.py$", "", filename, flags=re.IGNORECASE)
    return re.sub(r"[^\w -]+", " ", stem).strip()[:MAX_NAME] or "bot"


def _without_top_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """A zip of a folder is as good as a zip of what is in it."""
    tops = {path.partition("/")[0] for path in files}
    if MANIFEST not in files and len(tops) == 1 and f"{min(tops)}/{MANIFEST}" in files:
        return {path.partition("/")[2]: content for path, content in files.items()}
    return files


def _inspect_files(files: dict[str, bytes]) -> Upload:
    if MANIFEST not in files:
        raise UploadError(f"there is no {MANIFEST} at the top: it says name, games, language and entry")
    return _accept(_read_manifest(files[MANIFEST]), files)


def _read_manifest(content: bytes) -> Manifest:
    try:
        return msgspec.toml.decode(content.decode("utf-8-sig"), type=Manifest)
    except UnicodeDecodeError:
        raise UploadError("is not UTF-8", file=MANIFEST) from None
    except (ValueError, RecursionError) as error:  # msgspec's own errors are ValueErrors
        raise UploadError(_in_words(str(error)), file=MANIFEST) from None


def _in_words(error: str) -> str:
    """A decoder's message with the field first, as an uploader knows it."""
    if found := re.fullmatch(r"(.+?) - at `\$\.(.+)`", error):
        return f"{found[2]}: {found[1][0].lower()}{found[1][1:]}"
    return error[:200]


def _accept(manifest: Manifest, files: dict[str, bytes]) -> Upload:
    _check_manifest(manifest, files)
    check_python(files, manifest.entry)
    name = store.digest(files, manifest.entry, manifest.language)
    return Upload(manifest.name, manifest.games, manifest.language, manifest.entry, files, name)


def _check_manifest(manifest: Manifest, files: dict[str, bytes]) -> None:
    for field, problem in _problems(manifest, files):
        if problem:
            raise UploadError(f"{field}: {problem}", file=MANIFEST if MANIFEST in files else "")


def _problems(manifest: Manifest, files: dict[str, bytes]) -> list[tuple[str, str]]:
    return [
        ("name", _name_problem(manifest.name)),
        ("games", _games_problem(manifest.games)),
        ("language", _language_problem(manifest.language)),
        ("entry", "" if manifest.entry in files else f"there is no file {manifest.entry!r}"),
        ("entry", "" if manifest.entry.endswith(".py") else "must be a Python script (.py)"),
    ]


def _name_problem(name: str) -> str:
    if not name.strip() or len(name) > MAX_NAME:
        return f"must have 1 to {MAX_NAME} characters"
    return "" if name.isprintable() else "may not hold control characters"


def _games_problem(games: list[str]) -> str:
    known = ", ".join(sorted(GAMES))
    if not games:
        return f"say at least one game: {known}"
    if unknown := [game for game in games if game not in GAMES]:
        return f"there is no game {unknown[0][:MAX_NAME]!r}, only {known}"
    return "" if len(set(games)) == len(games) else "says a game twice"


def _language_problem(language: str) -> str:
    if language in LATER:
        return f"{language} bots cannot be played yet: send a Python bot"
    return "" if language in LANGUAGES else f"must be one of {', '.join(LANGUAGES + LATER)}"
