"""A match in one page, made without a site."""

import json
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest

from bots.viewer import words
from bots.viewer.page import page
from referee.errors import RecordError
from referee.game import CHANCE
from referee.games import GAMES
from referee.match import Fault, play_match
from referee.playthrough import random_match, random_player
from referee.record import Record
from referee.replay import replay
from tests.referee.magpie import Magpie


def match(game: str = "pis_yedili") -> Record:
    return random_match(GAMES[game], GAMES[game].tables[0], "s")


def made(record: Record, first: str = "ann") -> str:
    return page(record, [first, *(f"bob {seat}" for seat in range(1, record.seats))], "kept.json")


class Parsed(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def all(self, attribute: str) -> list[str | None]:
        return [attributes[attribute] for _, attributes in self.found if attribute in attributes]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_any_game_is_in_the_page_with_all_that_draws_it(game: str) -> None:
    record = match(game)
    text = made(record)
    written = re.search(r'<script id="written" type="application/json">(.*?)</script>', text)
    assert written
    assert json.loads(written[1]) == json.loads(json.dumps(replay(record)))
    parsed = Parsed(text)
    assert parsed.all("data-t") == [str(t) for t in range(1, len(record.moves) + 1)]
    assert sorted(map(str, parsed.all("data-seat"))) == [str(seat) for seat in range(record.seats)]
    assert {"?", *GAMES[game].start(record.seats).pack()} <= {*parsed.all("data-card")}
    assert "$" not in re.sub(r"<(script|style).*?</\1>", "", text, flags=re.DOTALL)


def told(text: str) -> list[str]:
    """The words of its moves."""
    found = re.findall(r'<(a|span) class="w"[^>]*>(.*?)</\1></?[al]', text)
    return [unescape(re.sub("<[^>]*>", "", words)) for _, words in found]


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_told_in_words(game: str) -> None:
    record = match(game)
    names = ["ann", *(f"bob {seat}" for seat in range(1, record.seats))]
    lines = words.tell(replay(record), names)
    assert told(made(record)) == [line.words for line in lines]
    assert not {*told(made(record))} & {*record.moves}


def test_moves_of_a_game_without_words_are_told_as_they_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, Magpie.name, Magpie)
    record = match(Magpie.name)
    frames = replay(record)["frames"]
    said = dict(zip(told(made(record)), frames, strict=True))
    assert {words for words in said if not words.startswith("Dealer: ")} == {
        frame["move"] for frame in frames if frame["seat"] != CHANCE
    }


def test_nothing_is_loaded_from_anywhere() -> None:
    parsed = Parsed(made(match()))
    assert not parsed.all("src")
    links = [*parsed.all("href"), *parsed.all("data-sprite")]
    assert not [link for link in links if link and not link.startswith(("#", "?"))]
    (policy,) = (value for value in parsed.all("content") if value and "script-src" in value)
    assert "unsafe" not in policy


def test_names_and_words_of_bots_cannot_become_a_part_of_the_page() -> None:
    record = replace(match(), tags={"2": "</li><script>"})
    text = made(record, "</script><script>alert(1)</script>")
    assert text.count("<script") == made(match()).count("<script")
    assert "&lt;/li&gt;&lt;script&gt;" in text


def test_the_move_of_a_fault_is_marked() -> None:
    def failing(*_: object) -> str:
        raise Fault("idle", "it slept")

    record = play_match(GAMES["pis_yedili"], [failing, random_player("s")], "s")
    assert 'class="fault"' not in made(match())
    assert re.findall(r'<li class="fault" data-t="(\d+)">', made(record)) == [str(record.faults[0].move + 1)]


def test_what_cannot_be_proved_is_not_shown() -> None:
    with pytest.raises(RecordError, match="points"):
        made(replace(match(), points=[1000, 0]))
