"""Starts for bots: a folder for each, which `caravan new` copies and the site offers as a zip."""

from collections.abc import Sequence
from importlib.resources import files

from msgspec import Struct

from bots.upload import manifest
from bots.upload.archive import zipped
from bots.upload.manifest import MANIFEST
from referee.games import GAMES


class Kit(Struct, frozen=True):
    """A bot that plays every game, badly, with its tests and a README: there to be made better."""

    name: str
    title: str
    language: str
    entry: str

    @property
    def program(self) -> bool:
        """Whether its `build.sh` has to be run before it can play."""
        return self.language == "executable"

    @property
    def filename(self) -> str:
        """Of its zip."""
        return f"caravan-{self.name}.zip"

    def files(self, name: str = "my bot", games: Sequence[str] = ()) -> dict[str, bytes]:
        """What it consists of, for a bot of that name that plays these games, or every game.

        A program that was built in its folder is none of it.
        """
        folder = files(__name__) / self.name
        parts = {each.name: each.read_bytes() for each in folder.iterdir() if "." in each.name}
        return parts | {MANIFEST: manifest.written(name, games or sorted(GAMES), self.language, self.entry)}

    def zipped(self) -> bytes:
        """One folder in a zip, the same bytes as long as its files are the same."""
        parts = sorted(self.files().items())
        return zipped((f"caravan-{self.name}/{name}", content) for name, content in parts)


KITS = {
    kit.name: kit
    for kit in (
        Kit("python", "Python, a function", "python", "bot.py"),
        Kit("python-class", "Python, a class", "python", "bot.py"),
        Kit("javascript", "JavaScript", "javascript", "bot.mjs"),
        Kit("cpp", "C++", "executable", "bot"),
        Kit("rust", "Rust", "executable", "bot"),
    )
}
