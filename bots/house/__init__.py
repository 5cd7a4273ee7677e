"""The house's own bots, uploads like any other: `<game>/<name>/bot.py`."""

from pathlib import Path

from msgspec import Struct

from bots.package import Upload, inspect_path

HOUSE = {"pis_yedili": ("sensible", "random")}
"""By game, the stronger first."""


class HouseBot(Struct, frozen=True):
    """An opponent that ships with Caravan."""

    game: str
    name: str

    @property
    def folder(self) -> Path:
        """Where its source lies."""
        return Path(__file__).parent / self.game / self.name

    def upload(self) -> Upload:
        """The same as if somebody had sent it."""
        return inspect_path(self.folder, games=[self.game])


def house(game: str) -> list[HouseBot]:
    """The house bots of a game, the stronger first."""
    return [HouseBot(game, name) for name in HOUSE.get(game, ())]
