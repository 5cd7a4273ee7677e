"""The house's own bots, uploads like any other: `<game>/<name>/bot.py`, those for every game in `any/`."""

from pathlib import Path

from msgspec import Struct

from bots.upload.inspection import inspect_files, inspect_path
from bots.upload.store import Upload
from referee.games import GAMES

ROOT = Path(__file__).parent
SEARCH, SENSIBLE, RANDOM = "search", "sensible", "random"


class HouseBot(Struct, frozen=True):
    """An opponent that ships with Caravan."""

    game: str
    name: str

    @property
    def folder(self) -> Path:
        """Where its source lies."""
        own = ROOT / self.game / self.name
        return own if own.exists() else ROOT / "any" / self.name

    def upload(self) -> Upload:
        """The same as if somebody had sent it; with `search` the game's `sensible` as its guide."""
        guide = ROOT / self.game / SENSIBLE / "bot.py"
        if self.name != SEARCH or not guide.exists():
            return inspect_path(self.folder, games=[self.game])
        files = {"bot.py": (self.folder / "bot.py").read_bytes(), "guide.py": guide.read_bytes()}
        return inspect_files(files, self.name, [self.game])


def house(game: str) -> list[HouseBot]:
    """The house bots of a game, the stronger first; of an unknown one none."""
    if game not in GAMES:
        return []
    own = {path.parent.name for path in (ROOT / game).glob("*/bot.py")}
    return [HouseBot(game, name) for name in (SEARCH, *sorted(own - {SEARCH, RANDOM}, reverse=True), RANDOM)]


def quick(game: str) -> list[HouseBot]:
    """Those that answer at once, so that a match with them is soon over."""
    return [bot for bot in house(game) if bot.name != SEARCH]
