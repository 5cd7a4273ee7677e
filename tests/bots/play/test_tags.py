"""The words that bots put beside their moves are kept by the number of the move, as long as there is room."""

from random import Random

from bots.play import tags
from bots.play.tags import Tags
from referee.games import GAMES
from referee.match import play_match


class Talker:
    """A session that says a word now and then."""

    def __init__(self, seed):
        self._dice, self.tag, self.said = Random(seed), "", []

    def choose(self, seat, view, legal, news):
        self.tag = self._dice.choice(["", "bluff", "hope"])
        self.said.append(self.tag)
        return self._dice.choice(legal)


def played(seeds):
    """The record of talkers, their words, and what they said."""
    gathered, talkers = Tags(), [Talker(seed) for seed in seeds]
    players = [gathered.player(one) for one in talkers]
    record = play_match(GAMES["pis_yedili"], players, "tags", heard=gathered.heard, rules={"deals": 1})
    return record, gathered.words, [[word for word in one.said if word] for one in talkers]


def test_each_word_stands_beside_the_move_of_who_said_it():
    record, words, said = played("abc")
    table, heard = GAMES["pis_yedili"].start(3, deals=1), [[], [], []]
    for number, move in enumerate(record.moves, 1):
        if word := words.get(str(number)):
            heard[table.turn].append(word)
        table.play(move)
    assert heard == said
    assert all(said)


def test_what_has_no_room_is_dropped(monkeypatch):
    monkeypatch.setattr(tags, "ROOM", 11)
    _, words, _ = played("abc")
    assert 0 < sum(map(len, words.values())) <= 11
