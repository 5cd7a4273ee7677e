"""What is sent in of a file or folder: the same bytes for the same files."""

from pathlib import Path

import click

from bots.cli.entrants import read
from bots.errors import ForeignError
from bots.upload.archive import pack, zipped
from bots.upload.manifest import MANIFEST, written


def packed(path: Path, game: str | None) -> tuple[str, bytes, str]:
    """Its name, its bytes, and the game that has to be said with it: "" where it says that itself.

    A folder becomes a zip, with a `bot.toml` if it has none. UploadError for what a server would refuse; what
    only this host cannot run is sent as it is.
    """
    name = path.name if path.is_file() else f"{path.resolve().name}.zip"
    try:
        upload = read(path, game)
    except ForeignError:
        return name, path.read_bytes() if path.is_file() else pack(path), game or ""
    if game and game not in upload.games:
        raise click.UsageError(f"{path} plays {', '.join(upload.games)}, not {game}.")
    if path.is_file():
        return name, path.read_bytes(), "" if MANIFEST in upload.files else upload.games[0]
    files = {MANIFEST: written(upload.name, upload.games, upload.language, upload.entry), **upload.files}
    return name, zipped(files.items()), ""
