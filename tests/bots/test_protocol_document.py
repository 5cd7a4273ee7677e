"""`docs/protocol.md` is true: every example in it is run, every table compared."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bots.channel import Channel
from bots.clock import Clocks, Limits
from bots.faults import Blame
from bots.fixture import Competitor, Order, Played, play_fixture
from bots.logbook import decoded
from bots.package import Store, inspect
from bots.protocol import Answer, read_answer, read_ready
from bots.sandbox import Launcher, trusted
from bots.sandbox.process import Process, spawn

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
Play = Callable[..., Played]


def examples(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def rows(head: str) -> list[list[str]]:
    """The cells of the table whose first column is called `head`, without the marks of code."""
    (table,) = re.findall(rf"^\| {head} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in table.splitlines()]


FUNCTION, CLASS = examples("python")


@pytest.fixture
def play(public: Path) -> Play:
    """Plays the match of the document between two Python bots."""
    store = Store(public / "store")

    def one_deal(launcher: Launcher, *sources: str) -> Played:
        uploads = [inspect(source.encode(), "bot.py", games=["pis_yedili"]) for source in sources]
        competitors = [Competitor("", store.put(one), one.entry, one.language, "dice") for one in uploads]
        rules, clocks = {"deals": 1}, Clocks()
        order = Order(0, "", "", "pis_yedili", rules, clocks, 2, "order", ["example"], competitors)
        return play_fixture(order, store, launcher)

    return one_deal


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """All messages to bots."""
    messages: list[dict[str, Any]] = []
    send = Channel.send

    def overheard(channel: Channel, line: bytes) -> None:
        messages.append(json.loads(line))
        send(channel, line)

    monkeypatch.setattr(Channel, "send", overheard)
    return messages


def untimed(message: dict[str, Any]) -> dict[str, Any]:
    """Without the figures that no two runs share."""
    return {**message, "clock": message["clock"].keys()} if "clock" in message else message


def faults(played: Played) -> list[Any]:
    return [fault for match in played.matches for fault in match.record["faults"]]


def test_every_message_is_one_that_was_really_sent(
    play: Play, launcher: Launcher, said: list[dict[str, Any]]
) -> None:
    assert faults(play(launcher, FUNCTION, FUNCTION)) == []
    messages = [json.loads(example) for example in examples("json")]
    assert [message["type"] for message in messages] == ["hello", "start", "ask", "over"]
    heard = [untimed(message) for message in said]
    assert [message for message in messages if untimed(message) not in heard] == []


def test_every_reply_is_understood() -> None:
    ready, answers = examples("reply")
    read_ready(ready.encode().strip())
    read = [read_answer(line.encode()) for line in answers.splitlines()]
    assert read == [Answer("play 10C"), Answer("play 10C", "calm")]


def test_the_class_plays_and_prints(play: Play, launcher: Launcher) -> None:
    played = play(launcher, CLASS, FUNCTION)
    assert faults(played) == []
    tags = {line.tag for match in played.matches for log in match.logs for line in decoded(log)}
    assert tags == {"", "calm", "pressed"}


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_the_bot_without_python_plays(play: Play) -> None:
    class Node:
        def launch(self, folder: Path, entry: str, language: str, limits: Limits) -> Process:
            (script,) = examples("javascript")
            child = spawn(["node", "--eval", script], folder=folder, environment=trusted.environment())
            return Process(child, child.pid)

    played = play(Node(), FUNCTION, FUNCTION)
    assert faults(played) == []
    assert [line.answer for line in decoded(played.matches[0].logs[0])][2] == "play 10C"


def test_the_clocks_are_the_defaults() -> None:
    told = {name: float(default.removesuffix(" s")) for name, default, _ in rows("clock")}
    assert told == {name: getattr(Clocks(), name) for name in Clocks.__struct_fields__}
    assert f"{Limits().line_in >> 10} KB; you are sent up to {Limits().line_out >> 10} KB" in PAGE


def test_every_fault_is_in_the_table() -> None:
    assert rows("fault") == [[blame.value, blame.sentence] for blame in Blame]
