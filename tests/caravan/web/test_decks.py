"""Every deck is drawn whole, and each card once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from django.test import Client

from bots.viewer import decks
from bots.viewer.decks import donkey, plain, scandaroon, tuareg
from caravan.games import catalogue
from referee.games import GAMES
from tournaments.models import User

Browse = Callable[[User | None], Client]


def drawn(page: str) -> Counter[str]:
    """The cards on a page, by code."""
    return Counter(re.findall(r'data-card="([^"]+)"', page))


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_shows_each_card_of_its_pack_once(db: None, browse: Browse, game: str) -> None:
    shown = drawn(browse(None).get(f"/games/{game}/").content.decode())
    for seats in GAMES[game].tables:
        for card in {*GAMES[game].start(seats).pack()}:
            assert shown[card] == 1, card
    assert max(shown.values()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_each_card_has_a_name_of_its_own(game: str) -> None:
    names = decks.names(game)
    assert len({*names.values()}) == len(names)


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_below_the_cards_add_up_to_the_pack(game: str) -> None:
    pack = Counter(GAMES[game].start(GAMES[game].tables[0]).pack())
    said = [card.copies for _, cards in catalogue.spread(game).groups for card in cards]
    codes = [face.card for face in decks.deck(game).faces()]
    told = {code: copies for code, copies in zip(codes, said, strict=True) if code in pack}
    alike = len({*pack.values()}) == 1
    assert told == {card: "" if alike else f"×{number}" for card, number in pack.items()}


def test_the_size_of_a_pack_is_said_for_each_table() -> None:
    assert catalogue.size("pis_yedili") == "52 cards, 104 from 5 seats"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_a_list_shows_four_of_its_cards(db: None, browse: Browse, game: str) -> None:
    for path in ("/", "/games/"):
        page = browse(None).get(path).content.decode()
        link = page.partition(f'href="/games/{game}/"><span class="picture"')[2].partition("</a>")[0]
        assert drawn(link).total() == 4
        assert GAMES[game].title in link


def test_a_game_without_drawings_shows_the_codes_of_its_cards() -> None:
    deck = plain.deck(["ox", "ox", "yak"])
    assert [face.card for face in deck.faces()] == ["ox", "yak"]
    assert ">yak</text>" in list(deck.faces())[1].html("md")


def faces_of_scandaroon(**cards: dict[str, object]) -> dict[str, str]:
    """Cards of Scandaroon drawn from a table with these."""
    table = {"cards": {"C1": {"suits": "C", "value": 1}, "NZ": {"suits": "", "value": 4}} | cards}
    return {face.card: face.html("md") for face in scandaroon.deck(table).faces()}


@pytest.mark.parametrize(
    ("printed", "marks"),
    [
        ({"left": 3}, ["←3"]),
        ({"right": 2}, ["2→"]),
        ({"left": 1, "right": 1}, ["←1→"]),
        ({"shields": "left"}, ["←", "#i-shield"]),
        ({"shields": "right"}, ["#i-shield", "→"]),
        ({"counts": "S"}, ["+1", "#scimitar"]),
        ({"blocks": True, "ability": {"does": "leave"}}, ["#i-lock"]),
        ({"ability": {"does": "discard", "suit": "X"}}, ["#i-bin", "#cross"]),
        ({"ability": {"does": "wipe", "at_most": 2}}, ["#i-bin", "#i-bin", "≤2"]),
        ({"ability": {"does": "strengthen", "amount": 3}}, ["+3"]),
        ({"ability": {"does": "trump", "trump": "N"}}, ["#i-refresh", "#sanzadu"]),
        ({"ability": {"does": "draw", "amount": 1, "reveal": True}}, ["#i-draw", "+1"]),
    ],
)
def test_the_foot_of_a_scandaroon_card_says_what_it_does(
    printed: dict[str, object], marks: list[str]
) -> None:
    html = faces_of_scandaroon(S6={"suits": "S", "value": 6, **printed})["S6"]
    foot = html.partition('class="tint2"')[2]
    found = re.findall(r'href="(#[\w-]+)"|>([^<>]+)</text>', foot)
    assert [sign or words for sign, words in found] == marks
    assert 'aria-label="Scimitar 6"' in html


def test_a_dual_card_bears_both_suits_in_their_colours() -> None:
    html = faces_of_scandaroon(DTX={"suits": "TX", "value": 4})["DTX"]
    assert 'class="turban"' in html
    assert 'class="cross"' in html
    assert 'aria-label="Turban/Cross"' in html


def test_sand_rises_with_what_a_card_of_donkey_costs() -> None:
    faces = list(donkey.deck({"points": {"1": 1, "13": 13, "J": 14, "D": 20}}).faces())
    low, high = (int(re.findall(r'#dune" y="(\d+)"', face.html("md"))[0]) for face in faces[:2])
    assert low > high
    assert [face.name for face in faces] == ["1", "13", "joker", "donkey"]
    assert ">20</text>" in faces[3].html("md")


def test_goods_show_points_and_dinars_and_specials_how_many_there_are() -> None:
    table = {
        "goods": {"gold": {"points": {"usual": 4}, "dinars": {"usual": 2}}},
        "specials": {"cave": {"2": 2, "5": 5}},
        "camels": {"2": 3, "5": 2},
    }
    gold, cave, camel = tuareg.deck(table).faces()
    assert gold.html("md").count('class="coin"') == 2
    assert ">4</text>" in gold.html("md")
    assert (cave.copies, camel.copies) == ("×2–5", "2–3 each")
