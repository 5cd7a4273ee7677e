"""`docs/protocol.md` is true: every example in it is run, every table compared."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bots.play.channel import Channel
from bots.play.clock import Clocks
from bots.play.faults import Blame
from bots.play.fixture import Order, Played, entered, play_fixture
from bots.play.logbook import decoded
from bots.play.protocol import Answer, read_answer, read_ready
from bots.sandbox import Launcher, Limits
from bots.sandbox.languages import LANGUAGES, JavaScript
from bots.sandbox.runner import OUT_OF_MEMORY
from bots.upload.archive import MAX_FILES, MAX_PACKED, MAX_UNPACKED
from bots.upload.inspection import inspect
from bots.upload.store import Store, Upload
from tests import documents
from tests.compiled import compiled

PAGE = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text()
Play = Callable[..., Played]


def examples(language: str) -> list[str]:
    return documents.examples("protocol.md", language)


def rows(head: str) -> list[list[str]]:
    """The cells of the table whose first column is called `head`, without the marks of code."""
    (table,) = re.findall(rf"^\| {head} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in table.splitlines()]


FUNCTION, CLASS = examples("python")


@pytest.fixture
def play(public: Path) -> Play:
    """Plays the match of the document between two Python bots."""
    store = Store(public / "store")

    def one_deal(launcher: Launcher, *bots: str | Upload) -> Played:
        uploads = [
            inspect(bot.encode(), "bot.py", games=["pis_yedili"]) if isinstance(bot, str) else bot
            for bot in bots
        ]
        order = Order(
            game="pis_yedili",
            rules={"deals": 1},
            clocks=Clocks(),
            seats=2,
            order_seed="order",
            deals=["example"],
            competitors=[entered(one, store, dice="dice") for one in uploads],
        )
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


def test_the_examples_in_other_languages_play(play: Play, launcher: Launcher) -> None:
    (module,), (program,) = examples("javascript"), examples("c")
    bots = (
        inspect(module.encode(), "bot.mjs", games=["pis_yedili"]),
        inspect(compiled(program), "bot", games=["pis_yedili"]),
    )
    played = play(launcher, *bots)
    assert faults(played) == []
    answers = [line.answer for match in played.matches for log in match.logs for line in decoded(log)]
    assert "play 10C" in answers


def test_a_function_in_one_line_is_a_bot(play: Play, launcher: Launcher) -> None:
    (line,) = re.findall(r"`(export const choose = [^`]+)`", PAGE)
    assert faults(play(launcher, inspect(line.encode(), "bot.js", games=["pis_yedili"]), FUNCTION)) == []


def test_the_table_of_languages_is_true() -> None:
    (head,) = re.findall(r"^\| language \| (.*) \|$", PAGE, re.MULTILINE)
    assert [cell.strip(" `") for cell in head.split("|")] == list(LANGUAGES)
    told = {row[0]: row[1:] for row in rows("language")}
    for place, language in enumerate(LANGUAGES.values()):
        assert re.findall(r"bot[.\w]*", told["the entry in a zip"][place]) == list(language.entries)
    assert f"exit code {OUT_OF_MEMORY}" in told["out of memory"][2]
    assert f"Node {JavaScript.oldest} or newer" == told["what it is"][1]


def test_the_manifest_and_the_limits_of_uploads_are_true() -> None:
    (manifest,) = examples("toml")
    files = {"bot.toml": manifest, "bot.mjs": examples("javascript")[0]}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        for name, content in files.items():
            target.writestr(name, content)
    assert inspect(packed.getvalue(), "bot.zip").language == "javascript"
    limits = (
        f"At most {MAX_PACKED // 10**6} MB packed, {MAX_UNPACKED // 10**6} MB unpacked, {MAX_FILES} files"
    )
    assert limits in PAGE


def test_the_clocks_are_the_defaults() -> None:
    told = {name: float(default.removesuffix(" s")) for name, default, _ in rows("clock")}
    assert told == {name: getattr(Clocks(), name) for name in Clocks.__struct_fields__}
    assert f"{Limits().line_in >> 10} KB; you are sent up to {Limits().line_out >> 10} KB" in PAGE


def test_every_fault_is_in_the_table() -> None:
    assert rows("fault") == [[blame.value, blame.sentence] for blame in Blame]
