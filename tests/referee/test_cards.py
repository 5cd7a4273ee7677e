"""The standard pack and the shuffle that duplicate play relies upon."""

from collections import Counter
from random import Random

from referee.cards import STANDARD, rank_of, shuffled, standard, suit_of


def test_the_pack_is_in_canonical_order():
    assert STANDARD[:3] == ("AC", "2C", "3C")
    assert STANDARD[-1] == "KS"
    assert len(set(STANDARD)) == 52
    assert standard(2)[:3] == ("AC", "AC", "2C")
    assert (rank_of("10H"), suit_of("10H")) == ("10", "H")


def test_a_shuffle_keeps_the_cards():
    for decks in (1, 2):
        assert Counter(shuffled(standard(decks), standard(decks), Random(1))) == Counter(standard(decks))


def test_cards_that_are_absent_do_not_change_the_order_of_the_others():
    whole = shuffled(STANDARD, STANDARD, Random("x"))
    present = [card for card in STANDARD if card not in ("AC", "7H", "KS")]
    assert shuffled(present, STANDARD, Random("x")) == [card for card in whole if card in present]


def test_one_of_two_equal_cards_may_be_absent():
    pack = standard(2)
    present = list(pack)
    present.remove("7H")
    assert Counter(shuffled(present, pack, Random(2))) == Counter(present)


def test_every_place_is_as_likely_for_every_card():
    rng, first = Random(3), Counter()
    for _ in range(5200):
        first[shuffled(STANDARD, STANDARD, rng)[0]] += 1
    assert len(first) == 52
    assert max(first.values()) < 150 > 50 < min(first.values())
