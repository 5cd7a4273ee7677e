"""What an upload is: one script or static program, or a zip with a `bot.toml`.

    name = "Late Shift"            # as it is shown
    games = ["pis_yedili"]         # what it plays
    language = "python"            # the default; or "javascript", "executable"
    entry = "bot.py"               # the default; else bot.mjs, bot.js, bot.cjs; bot

Everything that an uploader is told is an UploadError; nothing of the upload is ever run here.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bots import store
from bots.archive import MAX_FILES, MAX_PACKED, MAX_UNPACKED, pack, unpack
from bots.errors import UploadError
from bots.executable import MAGIC, check_executable
from bots.javascript import check_javascript
from bots.sandbox.languages import LANGUAGES
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
MAX_MANIFEST = 4_000
"""Bytes: TOML's reader needs time by the square of what it reads."""
MAX_NAME = 40

CHECKS = {"python": check_python, "javascript": check_javascript, "executable": check_executable}
"""What else an upload in a language must be."""

_MODULE = re.compile(rb"^[^\S\n]*(?:export|import)\b(?!\s*\()", re.MULTILINE)
"""A line that node understands in a module only, looked for within the line: blank lines may be a million."""


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
    entry: str = ""


def inspect(data: bytes, filename: str, *, games: Sequence[str] = ()) -> Upload:
    """Judges an upload; `games` is what a single script plays (a zip says so itself)."""
    _check_size(data)
    name = PurePosixPath(filename.replace("\\", "/")).name
    if name.lower().endswith(".zip") or data.startswith(b"PK\x03\x04"):
        return _inspect_files(_without_top_folder(unpack(data)))
    entry = _entry_of(name, data)
    if not entry:
        raise UploadError(
            f"{name or 'this'} is neither a script (.py, .mjs, .js) nor a Linux program nor a zip"
        )
    return inspect_files({entry: data}, name, games)


def _entry_of(name: str, data: bytes) -> str:
    """What a single file is called in the store, which tells its language; "" if it is no bot."""
    suffix = PurePosixPath(name.lower()).suffix
    if data.startswith(MAGIC):
        return LANGUAGES["executable"].entries[0]
    if suffix == ".js":
        return "bot.mjs" if _MODULE.search(data) else "bot.cjs"
    return f"bot{suffix}" if _language_of(f"bot{suffix}") else ""


def _language_of(entry: str) -> str:
    return next((name for name, language in LANGUAGES.items() if entry in language.entries), "")


def inspect_path(path: Path, *, games: Sequence[str] = ()) -> Upload:
    """The same for what lies on this machine: a script, a zip, or a folder as its zip would be judged.

    A folder may do without a `bot.toml` if it holds a `bot.py` or what else an entry is called.
    """
    if path.is_file():
        with path.open("rb") as file:
            return inspect(file.read(MAX_PACKED + 1), path.name, games=games)
    if not path.is_dir():
        raise UploadError("neither a file nor a folder")
    data = pack(path)
    _check_size(data)
    files = _without_top_folder(unpack(data))
    if MANIFEST not in files and any(map(_language_of, files)):
        return inspect_files(files, path.resolve().name, games)
    return _inspect_files(files)


def inspect_files(files: dict[str, bytes], name: str, games: Sequence[str]) -> Upload:
    """The same for files without a `bot.toml`: what one of them is called tells the language."""
    entry = next(path for path in files if _language_of(path))
    return _accept(Manifest(_script_name(name), list(games), _language_of(entry), entry), files)


def _check_size(data: bytes) -> None:
    if len(data) > MAX_PACKED:
        raise UploadError(f"the upload is larger than {MAX_PACKED // 1_000_000} MB")


def _script_name(filename: str) -> str:
    stem = re.sub(r"\.(py|[mc]?js)$", "", filename, flags=re.IGNORECASE)
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
    if len(content) > MAX_MANIFEST:
        raise UploadError(f"is larger than {MAX_MANIFEST // 1000} kB", file=MANIFEST)
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
    language = manifest.language
    entry = manifest.entry or _usual_entry(language, files)
    _check_manifest(replace(manifest, entry=entry), files)
    if complaint := LANGUAGES[language].complaint():
        raise UploadError(f"this server cannot run {LANGUAGES[language].title} bots: {complaint}")
    CHECKS[language](files, entry)
    digest = store.digest(files, entry, language)
    return Upload(manifest.name, manifest.games, language, entry, files, digest)


def _usual_entry(language: str, files: dict[str, bytes]) -> str:
    usual = LANGUAGES[language].entries if language in LANGUAGES else ("",)
    return next((entry for entry in usual if entry in files), usual[0])


def _check_manifest(manifest: Manifest, files: dict[str, bytes]) -> None:
    for field, problem in _problems(manifest, files):
        if problem:
            raise UploadError(f"{field}: {problem}", file=MANIFEST if MANIFEST in files else "")


def _problems(manifest: Manifest, files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    yield "name", _name_problem(manifest.name)
    yield "games", _games_problem(manifest.games)
    yield "language", _language_problem(manifest.language)
    yield "entry", _entry_problem(manifest, files)


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
    return "" if language in LANGUAGES else f"must be one of {', '.join(LANGUAGES)}"


def _entry_problem(manifest: Manifest, files: dict[str, bytes]) -> str:
    if manifest.entry not in files:
        return f"there is no file {manifest.entry!r}"
    suffixes = LANGUAGES[manifest.language].suffixes
    return "" if manifest.entry.endswith(suffixes) else f"must end in {' or '.join(suffixes)}"
