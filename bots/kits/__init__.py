"""Starts for bots: a folder for each, which `caravan new` copies and the site offers as a zip."""

from collections.abc import Sequence
from importlib.resources import files

from msgspec import Struct

from bots.upload import manifest
from bots.upload.archive import zipped
from bots.upload.manifest import MANIFEST


class Kit(Struct, frozen=True):
    """A bot that plays every game, badly, with its tests and a README: there to be made better."""

    name: str
    title: str
    program: bool = False
    """Whether its `build.sh` has to be run before it can play."""

    @property
    def filename(self) -> str:
        """Of its zip."""
        return f"caravan-{self.name}.zip"

    def files(self) -> dict[str, bytes]:
        """What it consists of; a program that was built in its folder is none of it."""
        folder = files(__name__) / self.name
        return {each.name: each.read_bytes() for each in folder.iterdir() if "." in each.name}

    def called(self, name: str, games: Sequence[str] = ()) -> dict[str, bytes]:
        """The same for a bot of that name, which plays these games if any are said."""
        parts = self.files()
        said = manifest.read(parts[MANIFEST])
        told = manifest.written(name, games or said.games, said.language, said.entry)
        return parts | {MANIFEST: told}

    def zipped(self) -> bytes:
        """One folder in a zip, the same bytes as long as its files are the same."""
        parts = sorted(self.files().items())
        return zipped((f"caravan-{self.name}/{name}", content) for name, content in parts)


KITS = {
    kit.name: kit
    for kit in (
        Kit("python", "Python, a function"),
        Kit("python-class", "Python, a class"),
        Kit("javascript", "JavaScript"),
        Kit("cpp", "C++", program=True),
        Kit("rust", "Rust", program=True),
    )
}
