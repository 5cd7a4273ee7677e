"""A file of one's own: what holds is shown, what does not is refused, and nothing takes too much."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from caravan.web import opening
from referee.games import GAMES
from referee.playthrough import random_match
from tests.world import World
from tournaments.models import User

pytestmark = pytest.mark.django_db
Browse = Callable[[User | None], Client]
RECORD = random_match(GAMES["donkey"], 3, "a file")


def sent(data: Any, match: int = 1, name: str = "match.json") -> str:
    """The page that answers a file."""
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    form = {"file": SimpleUploadedFile(name, content), "match": match}
    answer = Client().post("/replay/", form)
    assert answer.status_code == 200
    return answer.text


def test_a_record_is_shown_with_its_result_and_moves() -> None:
    page = sent(RECORD.to_json())
    assert 'id="written"' in page
    assert page.count("data-t=") == len(RECORD.moves)
    for seat, points in enumerate(RECORD.points):
        assert f'data-name="seat {seat + 1}"' in page
        assert f'<td class="n score">{points}</td>' in page


def test_a_replay_and_a_fixture_of_the_site_are_shown_with_names(world: World, browse: Browse) -> None:
    match = world.open.matches.order_by("deal", "rotation")[1]
    path = f"/matches/{match.pk}/replay.json"
    assert 'data-name="seat 3"' in sent(browse(None).get(path).json())
    page = sent(browse(None).get(f"/fixtures/{world.open.pk}/fixture.json").json(), match=2)
    assert "match 2 of 6" in page
    for seating in match.seatings.all():
        assert f'data-seat="{seating.seat}" data-name="{seating.version}"' in page


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "The submitted file is empty"),
        (b"PK\x03\x04", "is not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        ({}, "is missing"),
        ({**RECORD.to_json(), "points": [1, 2, 3]}, "points"),
        ({**RECORD.to_json(), "moves": RECORD.moves[:-1]}, "the match is not over"),
        ({**RECORD.to_json(), "seed": "another"}, "is not what the seed deals"),
        ({**RECORD.to_json(), "moves": ["pass"] * 7000}, "More than 6000 moves"),
        ({**RECORD.to_json(), "game": "<script>"}, "&lt;script&gt;"),
    ],
    ids=["nothing", "a zip", "brackets", "no record", "a lie", "cut off", "another seed", "long", "markup"],
)
def test_what_does_not_hold_is_said_at_the_field(data: Any, why: str) -> None:
    page = sent(data)
    assert why in page
    assert "written" not in page
    assert "<script>" not in page


def test_there_is_no_match_beyond_the_last() -> None:
    assert "It holds 1 matches, and no number 2." in sent(RECORD.to_json(), match=2)


def test_words_from_a_file_are_text_and_nothing_else() -> None:
    record = RECORD.to_json() | {"tags": {"2": "</script><b>", "3": "bluff"}}
    page = sent(record)
    assert "</script><b>" not in page
    assert '<span class="tag info">bluff</span>' in page


def test_rules_that_would_take_for_ever_are_stopped() -> None:
    rules = random_match(GAMES["chicane"], 2, "rules", {"max_turns": 1}).rules
    record = random_match(GAMES["chicane"], 2, "rules", {"max_turns": 1}).to_json()
    huge = {**record, "rules": {**rules, "max_turns": 2**50, "reserve_size": 2**50}}
    assert "written" not in sent(huge)


def test_a_process_that_is_killed_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening.sys, "executable", "/bin/false")
    assert opening.TOO_MUCH in sent(RECORD.to_json())


def test_one_file_is_read_at_a_time() -> None:
    form = {"file": SimpleUploadedFile("match.json", RECORD.dumps().encode()), "match": 1}
    with opening._turn:
        answer = Client().post("/replay/", form)
    assert answer.status_code == 503
    assert "Please try again" in answer.text
    assert "written" in sent(RECORD.to_json())


def test_a_file_that_is_too_large_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "read", lambda *_: pytest.fail("it was read"))
    monkeypatch.setattr("caravan.web.forms.MAX_FILE", 1000)
    assert "It has more than" in sent(b" " * 1001)


def test_the_limits_are_those_of_the_process() -> None:
    script = "from caravan.web import opening; opening.CPU = 1; opening._limit()\nwhile True: pass"
    done = subprocess.run([sys.executable, "-c", script], check=False)
    assert done.returncode == -signal.SIGKILL
    script = "from caravan.web import opening; opening._limit(); bytes(opening.MEMORY)"
    done = subprocess.run([sys.executable, "-c", script], check=False, stderr=subprocess.PIPE)
    assert b"MemoryError" in done.stderr
