"""What is read of a fixture: every move that was told, in order, whatever comes late, twice or not at all."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from caravan.live import reader
from caravan.live import wall as wall_module
from caravan.live.news import News
from caravan.live.reader import Reader
from caravan.live.wall import Wall
from referee.replay import changed
from tests.paper import Worker, ids, replaced
from tournaments.models import Fixture, LiveChunk
from tournaments.services import fixtures


def open_reader(worker: Worker) -> Reader:
    """Reads the fixture of a worker."""
    return Reader(worker.attempt.fixture_id)


def keys(news: News) -> list[str]:
    """The ids that have come."""
    return [str(key) for key, _ in news.events]


def carried(event: bytes) -> Any:
    """What an event carries."""
    return json.loads(event.decode().split("data: ")[1])


def test_a_reader_finds_each_move_once(worker: Worker) -> None:
    read = open_reader(worker)
    found = keys(read.news())
    for count in (1, 5, 2):
        worker.tell(count)
        found += keys(read.news())
        assert read.news().events == []
    worker.tell_rest()
    worker.tell(3)
    found += keys(read.news())
    assert found == ids(1, 0, worker.frames(0)) + ids(1, 1, range(3))
    assert keys(open_reader(worker).news()) == found


def test_moves_carry_what_a_spectator_sees_and_their_words(worker: Worker) -> None:
    worker.tell(4)
    read = open_reader(worker)
    scene, told = carried(read.head), [carried(event) for _, event in read.news().events]
    assert [
        {**frame, "words": one["words"]} for frame, one in zip(worker.frames(0), told, strict=False)
    ] == told
    assert told[0]["words"] == "Hand 1 is dealt"
    assert told[1]["words"].startswith("plays ")
    position = scene["start"]
    for one in told:
        changed(position, one["changes"])
    assert {card for hand in position["hands"] for card in hand} == {"?"}


def test_what_overtook_an_earlier_message_waits_for_it(worker: Worker) -> None:
    worker.tell(5)
    worker.tell(5)
    late = LiveChunk.objects.get(first=0)
    late.delete()
    read = open_reader(worker)
    assert read.news().events == []
    late.save(force_insert=True)
    assert keys(read.news()) == ids(1, 0, range(10))


def test_the_next_match_waits_for_the_end_of_the_one_before(worker: Worker) -> None:
    worker.tell(5)
    read = open_reader(worker)
    assert len(read.news().events) == 5
    worker.tell_rest()
    worker.tell(2)
    late = LiveChunk.objects.get(first=5)
    late.delete()
    assert read.news().events == []
    late.save(force_insert=True)
    assert keys(read.news()) == ids(1, 0, worker.frames(0)[5:], 5) + ids(1, 1, range(2))


def test_a_match_with_a_message_lost_is_given_up_for_the_next(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker.tell(5)
    read = open_reader(worker)
    read.news()
    worker.tell(5)
    LiveChunk.objects.get(first=5).delete()
    worker.tell_rest()
    worker.tell(2)
    assert read.news().events == []
    later = time.monotonic() + reader.PATIENCE + 1
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert keys(read.news()) == ids(1, 1, range(2))
    worker.tell(1)
    assert keys(read.news()) == ["1.1.3"]


def test_another_attempt_says_that_all_begins_again(worker: Worker) -> None:
    worker.tell(5)
    read = open_reader(worker)
    read.news()
    again = replaced(worker)
    assert keys(read.news()) == ["2.0.0"]
    assert not worker.tell(3)
    assert again.tell(2)
    assert keys(read.news()) == ["2.0.1", "2.0.2"]
    assert keys(open_reader(worker).news()) == ["2.0.0", "2.0.1", "2.0.2"]


def test_the_end_says_whether_there_is_a_replay(worker: Worker) -> None:
    worker.tell(3)
    read = open_reader(worker)
    read.news()
    assert worker.finish()
    assert carried(read.news().end) == {"open": True}
    other = open_reader(worker)
    worker.attempt.fixture.refresh_from_db()
    fixtures.void(fixture=worker.attempt.fixture, reason="a test", finished=True)
    assert carried(other.news().end) == {"open": False}


def test_there_is_no_reader_without_a_fixture(db: None) -> None:
    with pytest.raises(LookupError):
        Reader(10**9)


def test_the_wall_tells_what_is_new_only(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall_module, "PAUSE", 0)
    Fixture.objects.update(finished_at=timezone.now() - timedelta(hours=1))
    wall = Wall()
    [(_, event)] = wall.news().events
    assert carried(event) == []
    assert wall.news().events == []
    worker.tell(3)
    [(_, event)] = wall.news().events
    [tile] = carried(event)
    assert (tile["fixture"], tile["match"], tile["move"]) == (worker.attempt.fixture_id, 1, 3)
    worker.finish()
    [(_, event)] = wall.news().events
    [tile] = carried(event)
    assert (tile["fixture"], tile["over"]) == (worker.attempt.fixture_id, True)


def test_the_wall_is_not_looked_at_for_every_bell(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall_module, "PAUSE", 3600)
    wall = Wall()
    assert wall.news().events
    worker.tell(3)
    assert wall.news().events == []
