"""Judges what somebody uploads: one script or static program, or a zip with a `bot.toml`.

Everything that an uploader is told is an UploadError; nothing of the upload is ever run here.
"""

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from bots.errors import ForeignError, UploadError
from bots.sandbox.languages import LANGUAGES
from bots.upload import manifest, store
from bots.upload.archive import MAX_PACKED, pack, unpack
from bots.upload.executable import MAGIC, check_executable
from bots.upload.javascript import check_javascript
from bots.upload.manifest import MANIFEST, MAX_NAME, Manifest
from bots.upload.python import check_python
from bots.upload.store import Upload

CHECKS = {"python": check_python, "javascript": check_javascript, "executable": check_executable}
"""What else an upload in a language must be."""

_MODULE = re.compile(rb"^[^\S\n]*(?:export|import)\b(?!\s*\()", re.MULTILINE)
"""A line that node understands in a module only, looked for within the line: blank lines may be a million."""


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
    return _accept(manifest.read(files[MANIFEST]), files)


def _accept(said: Manifest, files: dict[str, bytes]) -> Upload:
    language = said.language
    entry = said.entry or _usual_entry(language, files)
    manifest.check(replace(said, entry=entry), files)
    if complaint := LANGUAGES[language].complaint():
        raise ForeignError(f"{LANGUAGES[language].title} bots cannot run here: {complaint}")
    CHECKS[language](files, entry)
    digest = store.digest(files, entry, language)
    return Upload(said.name, said.games, language, entry, files, digest)


def _usual_entry(language: str, files: dict[str, bytes]) -> str:
    usual = LANGUAGES[language].entries if language in LANGUAGES else ("",)
    return next((entry for entry in usual if entry in files), usual[0])
