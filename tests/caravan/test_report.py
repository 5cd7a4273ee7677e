"""What a play worker tells the desk while it plays: always in time, and never at the expense of the bots."""

from __future__ import annotations

from typing import Any

import pytest
from kombu.exceptions import OperationalError

from bots.play.broadcast import Moves
from bots.play.clock import Clocks
from bots.play.fixture import Order
from caravan import play
from caravan.play import Report

NEWS = Moves(match=2, first=5, frames=[{"seat": 0, "move": "draw"}], over=True)


class Sent(list[tuple[str, dict[str, Any]]]):
    """The messages, and how each was sent."""

    away = False

    def send_task(self, name: str, **options: Any) -> None:
        """A broker that may be away."""
        self.append((name, options))
        if self.away:
            raise OperationalError("away")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """All that goes to the broker."""
    messages = Sent()
    monkeypatch.setattr(play.app, "send_task", messages.send_task)
    return messages


@pytest.fixture
def report() -> Report:
    """That of an attempt."""
    order = Order(
        game="pis_yedili",
        rules={},
        clocks=Clocks(),
        seats=2,
        order_seed="",
        deals=[],
        competitors=[],
        attempt=7,
        token="token",  # noqa: S106
    )
    return Report(order, "here")


def test_moves_name_the_attempt_and_its_token(report: Report, sent: Sent) -> None:
    assert report.moves(NEWS)
    [(name, options)] = sent
    assert (name, options["queue"]) == ("tournaments.tasks.moves", "results")
    assert options["kwargs"] == {
        "attempt": 7,
        "token": "token",
        "match": 2,
        "first": 5,
        "frames": [{"seat": 0, "move": "draw"}],
        "over": True,
    }


def test_nobody_waits_for_a_broker_that_is_away(report: Report, sent: Sent) -> None:
    sent.away = True
    assert not report.moves(NEWS)
    assert [options["retry"] for _, options in sent] == [False]


def test_a_beat_tells_what_was_played(report: Report, sent: Sent, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(report.broadcast, "tell", lambda: told.append(1))
    report.beat()
    report.beat()
    assert len(told) == 2
    assert [name for name, _ in sent] == ["tournaments.tasks.beat"]
