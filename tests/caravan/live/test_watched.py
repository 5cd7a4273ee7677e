"""What streams tell, in the words of `caravan watch`."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.utils import timezone

from bots.cli.told import Told
from bots.viewer import words
from referee.game import CHANCE
from referee.games import GAMES
from referee.playthrough import random_match
from referee.record import Record
from referee.replay import replay
from tests.caravan.live.test_hidden import streamed, told
from tests.caravan.live.test_lines import SEASON, Row, heard, places, site
from tests.paper import Worker, replaced
from tests.referee.magpie import Magpie
from tests.world import World
from tournaments.models import Fixture
from tournaments.services import bulletins, rounds, seasons
from tournaments.services.rounds import settle

__all__ = ["places", "site"]


def said(rows: list[Row]) -> list[str]:
    watching = Told()
    return [line for row in rows for line in watching.say(row)]


def watched(monkeypatch: pytest.MonkeyPatch, record: Record) -> tuple[list[str], list[str]]:
    """The names by seat, and the moves, as whoever watches a match reads them."""
    fixture = Fixture(game=record.game, seats=record.seats, deals=1, secret="5eed", number="1.1.1.1")  # noqa: S106
    sent = told(record.game, record.seats, record.moves)
    blocks = streamed(monkeypatch, fixture, sent).decode().split("\n\n")
    found = [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks if block]
    rows = [{"id": "", "event": "move", **one, "data": msgspec.json.decode(one["data"])} for one in found]
    _, heading, *lines = said(rows)
    return heading.partition(": ")[2].split(", "), lines


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_told_in_the_words_of_its_replay(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_match(GAMES[game], GAMES[game].tables[0], "watched")
    names, seen = watched(monkeypatch, record)
    lines = words.tell(replay(record), names)
    assert seen == [f"  {line.who} {line.words}" if line.who else f"  {line.words}" for line in lines]


def test_a_match_of_a_game_without_words_is_told_in_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, Magpie.name, Magpie)
    record = random_match(Magpie, 2, "watched")
    frames = [frame for sent in told(record.game, 2, record.moves) for frame in sent.frames]
    names, seen = watched(monkeypatch, record)
    made = [f"  {names[frame['seat']]} {frame['move']}" for frame in frames if frame["seat"] != CHANCE]
    assert [line for line in seen if not line.startswith("  Dealer: ")] == made
    assert len(seen) == len(frames) > len(made)


def test_a_fixture_is_told_with_who_plays_what(worker: Worker, places: Any) -> None:
    fixture, (first, *_) = places
    worker.tell_rest()
    worker.tell(2)
    rows = heard(fixture)
    lines = said(rows)
    scene = rows[0]["data"]
    seats = [[scene["bots"][place] for place in chairs] for chairs in scene["seating"]]
    assert lines[0] == f"Pis Yedili, {scene['deals']} deals: {', '.join(scene['bots'])}"
    headings = [line for line in lines if line.startswith("Match ")]
    assert headings == [f"Match {number + 1}: {', '.join(seats[number])}" for number in (0, 1)]
    moves = [row["data"] for row in rows if row["event"] == "move"]
    assert len(moves) == len(lines) - 3
    assert lines[2] == "  Hand 1 is dealt"
    mine = [line for line in lines[2:] if line.startswith(f"  {seats[0][0]} ")]
    assert mine
    assert said(heard(first))[-1] == "The match is over."
    replaced(worker).tell(1)
    assert "All of it begins again: attempt 2" in said(heard(fixture))


def test_a_season_is_told_as_it_goes_on(site: World) -> None:
    head = heard(SEASON)
    rounds.release(round=site.held.round)
    settle(division=site.season.divisions.get(), now=timezone.now())
    seasons.pause(season=site.season)
    bulletins.number()
    first, fixture, settled, paused = said([*head, *heard(SEASON, after=head[0]["id"])])
    assert first == f"pis-yedili-open, season 1: {site.season.title}"
    assert fixture.startswith("division 1, round 2: 1. ")
    assert fixture.endswith(f"/fixtures/{site.held.pk}/")
    assert settled == "division 1, round 2: settled"
    assert paused == "The season is running and stands still."
