"""The rule books for players, as Markdown: `seeds/<game>.md`, which an installed package carries with it."""

from inspect import cleandoc
from pathlib import Path

from referee.games import GAMES

HERE = Path(__file__).parent
BOOKS = next(folder for folder in (HERE / "rulebooks", HERE.parent / "seeds") if folder.is_dir())


def source(game: str) -> str:
    """The rule book of a game; of one that has none yet, the rules as they are told in its code."""
    book = BOOKS / f"{game}.md"
    return book.read_text(encoding="utf-8") if book.exists() else cleandoc(GAMES[game].__doc__ or "")
