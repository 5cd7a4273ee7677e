"""Bots in all languages at one table: the same wire, the same verdicts, the same path from file to match."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from bots.cli import main
from bots.kits import KITS
from bots.play import trial
from bots.play.clock import Clocks
from bots.play.fixture import Order, entered, play_fixture
from bots.play.logbook import decoded
from bots.play.running import Table, Version
from bots.play.session import Session
from bots.sandbox import Launcher
from bots.sandbox.languages import LANGUAGES
from bots.upload.inspection import inspect
from bots.upload.store import Store, Upload
from referee.match import Fault
from tests import documents
from tests.compiled import compiled

FILES = {"python": "bot.py", "javascript": "bot.mjs", "executable": "bot"}


def example(language: str) -> bytes:
    """A bot in it: a kit's, or that of the protocol's page."""
    if language == "executable":
        return compiled(documents.example("protocol.md", "c"))
    return KITS[language].files()[FILES[language]]


def zipped(language: str) -> bytes:
    """The same in a zip that says so."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        target.writestr("bot.toml", f'name = "x"\ngames = ["donkey"]\nlanguage = "{language}"\n')
        target.writestr(FILES[language], example(language))
    return packed.getvalue()


def uploads() -> list[Upload]:
    """One of each language."""
    return [inspect(example(language), FILES[language], games=["donkey"]) for language in LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_zip_is_as_good_as_the_file_in_it(language: str) -> None:
    upload = inspect(zipped(language), "bot.zip")
    assert (upload.language, upload.entry) == (language, FILES[language])


@pytest.mark.parametrize("game", ["donkey", "tuareg"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_passes_its_trial(language: str, game: str, public: Path, launcher: Launcher) -> None:
    store = Store(public / "store")
    upload = inspect(example(language), FILES[language], games=[game])
    order = trial.trial(upload, game, store, "seed")
    assert trial.failure(order, play_fixture(order, store, launcher).matches) is None


def test_they_play_each_other_at_one_table_and_repeat_themselves(public: Path, launcher: Launcher) -> None:
    store = Store(public / "store")
    order = Order(
        game="donkey",
        rules={},
        clocks=Clocks(),
        seats=3,
        order_seed="order",
        deals=["one", "two"],
        competitors=[entered(one, store, dice=f"dice {one.language}") for one in uploads()],
    )
    first, again = (play_fixture(order, store, launcher).matches for _ in range(2))
    assert len(first) == 6
    assert [fault for match in first for fault in match.record["faults"]] == []
    assert [match.record["moves"] for match in first] == [match.record["moves"] for match in again]


C = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>
int main(void) {{
    static char line[1 << 17];
    setvbuf(stdout, 0, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {{
        if (strstr(line, "\\"hello\\"")) puts("{{\\"ready\\":true}}");
        if (strstr(line, "\\"ask\\"")) {{ {0} }}
    }}
    return 0;
}}
"""
JAVASCRIPT = (
    'import {{ readSync, writeSync }} from "node:fs";\nexport function choose(view, legal) {{ {0} }}\n'
)
PYTHON = "import ctypes, os, time\ndef choose(view, legal):\n    {0}\n"
WIRE = "import sys; to = sys._getframe(2).f_locals['wire']._to; "

VERDICTS: dict[str, tuple[str, str, str]] = {
    "illegal": ("return 'fly'", "return 'fly';", 'puts("{\\"move\\":\\"fly\\"}");'),
    "cpu_move": ("while True: pass", "for (;;);", "for (volatile int n = 0; n < 9;);"),
    "idle": ("time.sleep(60)", "return new Promise((done) => setTimeout(done, 60000));", "sleep(60);"),
    "output": (
        "return 'x' * 20_000",
        "return 'x'.repeat(20_000);",
        "for (int n = 0; n < 20000; n++) putchar(120); putchar(10);",
    ),
    "protocol": (
        f"{WIRE}to.write(b'what\\n'); to.flush(); time.sleep(60)",
        "writeSync(1, 'what\\n'); for (;;);",
        'puts("what");',
    ),
    "memory": (
        "return str(len(bytearray(1 << 30)))",
        "return String(new Uint8Array(1 << 30).length);",
        "exit(malloc(1 << 30) ? 1 : 12);",
    ),
    "forbidden": ("ctypes.CDLL(None).ptrace(0, 0, 0, 0)", "", "ptrace(PTRACE_TRACEME, 0, 0, 0);"),
    "crashed": ("return legal[99]", "return legal[99].x;", "abort();"),
}
"""What a bot does when it is asked, in Python, JavaScript and C, and the fault it gets. How JavaScript is
forbidden something, by machine code that it brings along, is in the corpus of hostile bots."""


def asked(public: Path, language: str, body: str) -> Version:
    """A stored bot that does this when it is asked."""
    source = {"python": PYTHON, "javascript": JAVASCRIPT, "executable": C}[language].format(body)
    data = compiled(source) if language == "executable" else source.encode()
    upload = inspect(data, FILES[language], games=["pis_yedili"])
    store = Store(public / "store")
    return Version(store.path(store.put(upload)), upload.entry, language)


@pytest.mark.parametrize(("place", "language"), list(enumerate(LANGUAGES)))
@pytest.mark.parametrize("code", VERDICTS)
def test_the_same_deed_has_the_same_verdict(
    public: Path, launcher: Launcher, table: Callable[..., Table], code: str, place: int, language: str
) -> None:
    if not (body := VERDICTS[code][place]):
        return
    with Session(asked(public, language, body), table(bank=3, move_cap=1, idle=1), launcher) as session:
        session.start(0, 0, "dice")
        with pytest.raises(Fault) as caught:
            session.choose(0, {"hands": []}, ["draw", "pass"], [])
        _, log = session.over([0, 0], [1, 1])
    assert caught.value.code == code
    assert decoded(log)[-1].fault == caught.value.reason


@pytest.fixture
def typed(tmp_path: Path) -> list[str]:
    """One bot of each language, as files of their author."""
    for language in LANGUAGES:
        (tmp_path / f"{language}{Path(FILES[language]).suffix}").write_bytes(example(language))
    return sorted(map(str, tmp_path.iterdir()))


def caravan(*words: str) -> str:
    """What the command prints; it must end well."""
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_line_plays_them(typed: list[str]) -> None:
    result = json.loads(caravan("play", *typed, "--game", "donkey", "--deals", "1", "--json"))
    assert {row["name"] for row in result["standings"]} == set(LANGUAGES)
    assert (result["matches"], result["faults"]) == (3, [])
    assert "6 matches" in caravan("matrix", *typed, "--game", "pis_yedili", "--deals", "1")


def test_the_command_line_checks_them(typed: list[str]) -> None:
    for word in typed:
        assert f"{Path(word).stem}: {Path(word).stem}, 1 file" in caravan(
            "check", word, "--game", "pis_yedili"
        )
