import unittest

from bot import Bot


class BotTest(unittest.TestCase):
    def setUp(self):
        self.bot = Bot()
        self.bot.start({"game": "donkey", "seats": 3, "seat": 1})
        self.bot.news = []

    def test_it_plays_many_cards_rather_than_few(self):
        assert self.bot.choose({}, ["play 8", "play 8 8 J", "pass"]) == ("play 8 8 J", "acts")

    def test_it_waits_only_where_it_has_to(self):
        assert self.bot.choose({}, ["draw", "play 6D"]) == ("play 6D", "acts")
        assert self.bot.choose({}, ["pass", "end"])[1] == "waits"

    def test_it_counts_who_has_waited(self):
        self.bot.news = [{"seat": 0, "move": "pass"}, {"seat": 2, "move": "play 8"}]
        self.bot.choose({}, ["pass"])
        assert self.bot.waits == {0: 1}
