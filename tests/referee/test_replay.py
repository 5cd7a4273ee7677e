"""Replays: the frames that a viewer draws. That the changes are exact is a law of all games."""

import pytest

from referee.games import GAMES
from referee.games.pis_yedili import PisYedili
from referee.playthrough import random_match
from referee.replay import changed, changes, replay
from tests.referee.magpie import Magpie


def test_a_replay_holds_all_that_a_viewer_needs():
    record = random_match(PisYedili, 3, "view", {"deals": 1})
    shown = replay(record)
    assert list(shown) == [
        "format",
        "title",
        "game",
        "seats",
        "seed",
        "rules",
        "points",
        "ranks",
        "faults",
        "visibility",
        "start",
        "figures",
        "frames",
    ]
    assert (shown["format"], shown["title"]) == (1, "Pis Yedili")
    assert shown["visibility"] == {"hands": "private", "stock": "secret"}
    assert shown["start"] == PisYedili.start(3, deals=1).to_json()
    assert [frame["move"] for frame in shown["frames"]] == record.moves
    assert shown["frames"][0]["seat"] == -1
    assert shown["frames"][-1]["points"] == record.points


def test_marked_cards_come_with_their_masks(monkeypatch):
    monkeypatch.setitem(GAMES, "magpie", Magpie)
    shown = replay(random_match(Magpie, 2, "masks"))
    assert shown["visibility"] == {"rows": "known", "purses": "private", "stock": "secret"}
    (row,) = (change for change in shown["frames"][0]["changes"] if change[0] == ["rows", 0])
    assert [marked["mask"] for marked in row[3]] == [1, 1]


def test_a_frame_is_small():
    frames = replay(random_match(PisYedili, 4, "small"))["frames"]
    cards = [sum(len(str(change)) for change in frame["changes"]) for frame in frames if frame["seat"] >= 0]
    assert sorted(cards)[len(cards) // 2] < 150


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [[["a"], 2]]),
        ({"a": None}, {"a": [1]}, [[["a"], [1]]]),
        ({"a": [1, 2, 3]}, {"a": [1, 3]}, [[["a"], 1, 1, []]]),
        ({"a": [1, 2]}, {"a": [1, 2, 3]}, [[["a"], 2, 0, [3]]]),
        ({"a": [1, 1]}, {"a": [1, 1, 1]}, [[["a"], 2, 0, [1]]]),
        ({"a": [1, 2, 3]}, {"a": [1, 5, 3]}, [[["a"], 1, 1, [5]]]),
        ({"a": [[1], [2]]}, {"a": [[1], []]}, [[["a", 1], 0, 1, []]]),
        ({"a": {"b": [{"c": 1}]}}, {"a": {"b": [{"c": 2}]}}, [[["a", "b", 0, "c"], 2]]),
        ({"a": {"b": 1}}, {"a": {"c": 1}}, [[["a"], {"c": 1}]]),
    ],
)
def test_changes_are_the_least_that_turns_one_into_the_other(before, now, found):
    assert changes(before, now) == found
    changed(before, found)
    assert before == now
