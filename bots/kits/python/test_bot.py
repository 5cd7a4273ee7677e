import unittest

from bot import choose


class ChooseTest(unittest.TestCase):
    def test_it_plays_many_cards_rather_than_few(self):
        assert choose({}, ["play 8", "play 8 8 J", "play 9 9", "pass"]) == "play 8 8 J"

    def test_it_waits_only_where_it_has_to(self):
        assert choose({}, ["draw", "play 6D"]) == "play 6D"
        assert choose({}, ["ok", "taccs"]) == "ok"
        assert choose({}, ["pass", "end"]) in ("pass", "end")
