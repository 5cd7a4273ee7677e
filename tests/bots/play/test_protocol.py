"""The wire, message by message."""

import json

import pytest

from bots.play.clock import Clocks
from bots.play.protocol import Ask, Hello, Left, Over, Start, encode, read_answer, read_ready
from referee.match import Fault


def test_messages_to_a_bot_are_one_line_each() -> None:
    hello = Hello("pis_yedili", 2, {"deals": 4}, Clocks())
    ask = Ask(3, {"hand": ["7D"]}, ["play 7D", "draw"], [{"seat": 1, "move": "draw"}], Left(1.5, 20.0))
    lines = [encode(message) for message in (hello, Start(0, 1, "a7"), ask, Over([-3, -9], [1, 2]))]
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    assert [json.loads(line) for line in lines] == [
        {
            "type": "hello", "protocol": 1, "game": "pis_yedili", "seats": 2, "rules": {"deals": 4},
            "clocks": {"bank": 2.0, "move_cap": 1.0, "idle": 20.0, "startup_cpu": 5.0, "startup_wall": 20.0},
        },
        {"type": "start", "match": 0, "seat": 1, "dice_seed": "a7"},
        {
            "type": "ask", "number": 3, "view": {"hand": ["7D"]}, "legal": ["play 7D", "draw"],
            "news": [{"seat": 1, "move": "draw"}], "clock": {"bank": 1.5, "idle": 20.0},
        },
        {"type": "over", "points": [-3, -9], "ranks": [1, 2]},
    ]  # fmt: skip


def test_good_replies_are_read() -> None:
    read_ready(b' {"ready": true}\r')
    assert read_answer(b'{"move":"draw"}').move == "draw"
    answer = read_answer(b'{"tag":"long-shot.2","move":"play JD H"}')
    assert (answer.move, answer.tag) == ("play JD H", "long-shot.2")


HOSTILE = [
    b"",
    b"null",
    b"[]",
    b"{}",
    b'"draw"',
    b'{"move":null}',
    b'{"move":1}',
    b'{"move":NaN}',
    b'{"move":["draw"]}',
    b'{"move":"draw","x":NaN}',
    b'{"move":"draw","x":1}',
    b'{"move":"draw","tag":null}',
    b'{"move":"draw","tag":"two words"}',
    b'{"move":"draw","tag":"' + b"x" * 25 + b'"}',
    b'{"move":"draw","tag":"x\\n"}',
    b'{"move":"draw","tag":"\\u0000"}',
    b'{"move":"\\ud800"}',
    b'{"move":"\xff"}',
    b'\xef\xbb\xbf{"move":"draw"}',
    '{"move":"draw"}'.encode("utf-16"),
    b'{"move":"draw"}{"move":"draw"}',
    b'{"move":"dr',
    b'{"move":' + b"[" * 10_000,
    b'{"x":' + b"[" * 10_000 + b"]" * 10_000 + b',"move":"draw"}',
    b'{"move":' + b"9" * 10_000 + b"}",
    b"\0" * 100,
]


@pytest.mark.parametrize("line", HOSTILE, ids=range(len(HOSTILE)))
def test_every_hostile_reply_is_a_fault_in_words(line: bytes) -> None:
    with pytest.raises(Fault) as caught:
        read_answer(line)
    assert caught.value.code == "protocol"
    assert caught.value.reason.startswith("sent a reply that cannot be read: ")
    assert len(caught.value.reason) < 600
    assert caught.value.reason.isprintable()


def test_a_tag_that_is_no_word_is_told_what_a_tag_is() -> None:
    with pytest.raises(Fault, match="a tag is one word: up to 24 letters, digits"):
        read_answer(b'{"move":"draw","tag":"two words"}')


@pytest.mark.parametrize(
    "line", [b'{"ready":false}', b'{"ready":1}', b'{"ready":true,"x":1}', b'{"move":"draw"}', b""]
)
def test_ready_is_said_exactly(line: bytes) -> None:
    with pytest.raises(Fault, match="cannot be read"):
        read_ready(line)
