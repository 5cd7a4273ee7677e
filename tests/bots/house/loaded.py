"""A house bot as a module, for tests that ask it without a sandbox."""

import importlib.util
from types import ModuleType

from bots.house import SENSIBLE, HouseBot


def sensible(game: str) -> ModuleType:
    """The rules of thumb of a game."""
    path = HouseBot(game, SENSIBLE).folder / "bot.py"
    spec = importlib.util.spec_from_file_location(f"{SENSIBLE}_{game}", path)
    assert spec is not None
    assert spec.loader is not None
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    return bot
