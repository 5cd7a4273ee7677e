"""Each game at each table size has a playthrough that somebody has read, and it is still played so."""

from pathlib import Path

import pytest

from referee.games import GAMES
from referee.playthrough import again

FOLDER = Path(__file__).parent / "playthroughs"
WANTED = {f"{game.name}_{seats}.txt" for game in GAMES.values() for seats in game.tables}


def test_every_game_has_a_playthrough_for_every_table_size():
    missing = sorted(WANTED - {path.name for path in FOLDER.iterdir()})
    assert not missing, "make each with `python -m referee playthrough GAME --seats N`, read it, add it"


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.stem)
def test_a_playthrough_is_played_as_it_was_read(path):
    text = path.read_text(encoding="utf-8")
    named = dict(line.split(": ", 1) for line in text.splitlines()[:2])
    assert path.name == f"{named['game']}_{named['seats']}.txt"
    assert again(text) == text
