"""What an upload says of itself, in the `bot.toml` at the top of a zip.

    name = "Late Shift"            # as it is shown
    games = ["pis_yedili"]         # what it plays
    language = "python"            # the default; or "javascript", "executable"
    entry = "bot.py"               # the default; else bot.mjs, bot.js, bot.cjs; bot

A single file has none: its name and what is in it tell the same.
"""

import json
import re
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from bots.errors import UploadError
from bots.sandbox.languages import LANGUAGES
from referee.games import GAMES

MANIFEST = "bot.toml"
MAX_MANIFEST = 4_000
"""Bytes: TOML's reader needs time by the square of what it reads."""
MAX_NAME = 40


class Manifest(Struct, forbid_unknown_fields=True):
    """What `bot.toml` may say."""

    name: str
    games: list[str]
    language: str = "python"
    entry: str = ""


def read(content: bytes) -> Manifest:
    """What stands there, in the right form; whether it is true is for `check` to say."""
    if len(content) > MAX_MANIFEST:
        raise UploadError(f"is larger than {MAX_MANIFEST // 1000} kB", file=MANIFEST)
    try:
        return msgspec.toml.decode(content.decode("utf-8-sig"), type=Manifest)
    except UnicodeDecodeError:
        raise UploadError("is not UTF-8", file=MANIFEST) from None
    except (ValueError, RecursionError) as error:  # msgspec's own errors are ValueErrors
        raise UploadError(_in_words(str(error)), file=MANIFEST) from None


def written(name: str, games: Sequence[str], language: str, entry: str) -> bytes:
    """A `bot.toml` that says so."""
    said = {"name": name, "games": list(games), "language": language, "entry": entry}
    # what JSON writes of words and lists of words is TOML
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in said.items()
    ).encode()


def _in_words(error: str) -> str:
    """A decoder's message with the field first, as an uploader knows it."""
    if found := re.fullmatch(r"(.+?) - at `\$\.(.+)`", error):
        return f"{found[2]}: {found[1][0].lower()}{found[1][1:]}"
    return error[:200]


def check(manifest: Manifest, files: dict[str, bytes]) -> None:
    """UploadError for the first field that cannot be so, with these files."""
    for field, problem in _problems(manifest, files):
        if problem:
            raise UploadError(f"{field}: {problem}", file=MANIFEST if MANIFEST in files else "")


def _problems(manifest: Manifest, files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    yield "name", name_problem(manifest.name)
    yield "games", _games_problem(manifest.games)
    yield "language", _language_problem(manifest.language)
    yield "entry", _entry_problem(manifest, files)


def name_problem(name: str) -> str:
    """Why a bot cannot be called so; empty if it can."""
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
