"""What is told of a fixture while it is played: whole matches, whatever the broker does."""

from __future__ import annotations

import time

import pytest

from bots.play import broadcast
from bots.play.broadcast import Broadcast, Moves
from referee.games import GAMES
from referee.playthrough import random_match
from referee.spectator import Spectator

GAME = GAMES["pis_yedili"]
RULES = {"deals": 1}


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass when the test says so."""

    class Clock:
        now = 100.0

    monkeypatch.setattr(time, "monotonic", lambda: Clock.now)
    return Clock


@pytest.fixture
def sent():
    return []


@pytest.fixture
def told(sent):
    """A broadcast whose messages get through."""
    return Broadcast(lambda news: sent.append(news) is None)


def match(number):
    """A short match: its moves and what a spectator sees of them."""
    moves = random_match(GAME, 2, str(number), rules=RULES).moves
    spectator = Spectator(GAME.start(2, **RULES))
    return moves, [spectator.frame(move) for move in moves]


def begin(told, number):
    told.begin(number, GAME.start(2, **RULES))


def play(told, moves):
    for move in moves:
        told.heard(0, move)


def test_the_first_move_is_told_at_once_and_the_rest_after_a_pause(told, sent, clock):
    moves, frames = match(0)
    begin(told, 0)
    play(told, moves[:5])
    assert sent == [Moves(0, 0, frames[:1], over=False)]
    clock.now += broadcast.PAUSE / 2
    told.tell()
    assert len(sent) == 1
    clock.now += broadcast.PAUSE / 2
    told.tell()
    assert sent[1:] == [Moves(0, 1, frames[1:5], over=False)]
    clock.now += broadcast.PAUSE
    told.tell()
    assert len(sent) == 2


def test_a_match_that_is_followed_is_told_to_its_end_though_the_next_has_begun(told, sent, clock):
    moves, frames = match(0)
    begin(told, 0)
    play(told, moves)
    begin(told, 1)
    later, told_later = match(1)
    play(told, later[:3])
    clock.now += broadcast.PAUSE
    told.tell()
    assert sent[1:] == [Moves(0, 1, frames[1:], over=True)]
    clock.now += broadcast.PAUSE
    told.tell()
    assert sent[2:] == [Moves(1, 0, told_later[:3], over=False)]


def test_of_matches_between_two_messages_nothing_is_told(told, sent, clock):
    for number in range(4):
        begin(told, number)
        play(told, match(number)[0])
    for _ in range(3):
        clock.now += broadcast.PAUSE
        told.tell()
    assert [(news.match, news.over) for news in sent] == [(0, False), (0, True), (3, True)]


def test_what_does_not_get_through_is_sent_again_after_a_long_pause(clock):
    sent, away = [], True
    told = Broadcast(lambda news: sent.append(news) is None and not away)
    moves, frames = match(0)
    begin(told, 0)
    play(told, moves[:4])
    clock.now += broadcast.LONG_PAUSE
    away = False
    told.tell()
    assert [(news.first, len(news.frames)) for news in sent] == [(0, 1), (0, 4)]
    assert sent[-1].frames == frames[:4]


def test_before_the_first_match_there_is_nothing_to_tell(told, sent):
    told.tell()
    assert sent == []
