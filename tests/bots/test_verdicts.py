"""What `caravan check` says at home is what the server says: the same bots through both, code for code.

The server's side is its own: the service that takes uploads, the task of play workers, the tasks of the desk.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from click.testing import CliRunner

import caravan.play
from bots.cli import entrants, main
from bots.errors import UploadError
from bots.house import quick
from bots.kits import KITS
from bots.play import trial
from bots.play.clock import Clocks
from bots.play.faults import Blame
from bots.sandbox import Launcher, detect
from bots.upload import manifest
from bots.upload.archive import zipped
from referee.games import GAMES
from tests.bots.corpus import HOSTILE, Attack, attacks
from tests.bots.sandbox.test_hostile_languages import full
from tests.compiled import compiled
from tests.kits import built, written
from tournaments import tasks
from tournaments.models import Seating, User, Version
from tournaments.services import bots, house, orders, versions

pytestmark = pytest.mark.django_db
GAME = "pis_yedili"
ENTRIES = {"python": "bot.py", "javascript": "bot.mjs", "executable": "bot"}
QUICK = partial(Clocks, bank=0.3, move_cap=0.2, idle=0.5, startup_cpu=2.0, startup_wall=1.0)
"""For bots that wait, or burn, until they are stopped."""


@dataclass(frozen=True)
class Verdict:
    """What is said of an upload: why it is refused at once, and by game the codes of faults."""

    refusal: str
    faults: dict[str, str]


@pytest.fixture
def server(
    public: Path,
    launcher: Launcher,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> Callable[[bytes], Verdict]:
    """Takes an upload and says what became of it; whatever is sent on the way is JSON in between.

    One open sandbox is for the worker and the command.
    """
    settings.CARAVAN_DATA, settings.CARAVAN_STORE = public, public / "versions"
    monkeypatch.setattr(caravan.play, "STORE", settings.CARAVAN_STORE)
    monkeypatch.setattr(caravan.play, "launcher", lambda: launcher)
    monkeypatch.setattr(entrants, "open_launcher", lambda: nullcontext(launcher))
    queue: list[Callable[[], object]] = []

    def send_task(app: Celery, name: str, args: Any = (), kwargs: Any = None, **_: object) -> None:
        words, named = json.loads(json.dumps([args, kwargs or {}]))
        task = caravan.play.fixture if name == "play.fixture" else getattr(tasks, name.rpartition(".")[2])
        queue.append(lambda: task.apply(words, named, throw=True))

    monkeypatch.setattr(Celery, "send_task", send_task)

    def verdict(data: bytes) -> Verdict:
        owner, _ = User.objects.get_or_create(username="ann")
        bot = bots.create(owner=owner, name=f"bot-{Version.objects.count()}")
        queue.append(lambda: versions.submit(bot=bot, data=data, filename="bot.zip"))
        try:
            while queue:
                with django_capture_on_commit_callbacks(execute=True):
                    queue.pop(0)()
        except UploadError as error:
            return Verdict(str(error), {})
        version = bot.versions.get()
        faults = {game: first_fault(version, game) for game in version.games}
        assert (version.state == Version.State.ACTIVE) == (not all(faults.values()))
        return Verdict("", faults)

    return verdict


def first_fault(version: Version, game: str) -> str:
    """The code in its trial there; it must have been played."""
    played = Seating.objects.filter(version=version, match__fixture__game=game)
    assert played.exclude(rank=None).exists()
    fault = played.exclude(fault="").order_by("match__rotation", "match__deal").first()
    return fault.fault if fault else ""


def at_home(folder: Path) -> Verdict:
    """What the command says."""
    result = CliRunner().invoke(main, ["check", str(folder), "--json"])
    said = json.loads(result.stdout)
    faults = {each["game"]: each["fault"] for each in said["trials"]}
    assert result.exit_code == (0 if said["accepted"] else 1)
    assert said["accepted"] == (not said["refusal"] and not any(faults.values()))
    return Verdict(said["refusal"], faults)


def packed(folder: Path) -> bytes:
    """What a user sends of it."""
    return zipped((path.name, path.read_bytes()) for path in sorted(folder.iterdir()))


def ship(*games: str) -> None:
    """The house bots that play trials."""
    for game in games:
        for bot in quick(game):
            house.ship(name=bot.name, folder=bot.folder, games=[game])


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short clocks, here and there."""
    monkeypatch.setattr(trial, "Clocks", QUICK)
    monkeypatch.setattr(orders, "Clocks", QUICK)


def hostile(attack: Attack, folder: Path) -> Path:
    """The folder of its author."""
    entry = ENTRIES[attack.language]
    program = attack.language == "executable"
    files = {
        "bot.toml": manifest.written(attack.name, [GAME], attack.language, entry),
        entry: compiled(full(attack.source)) if program else attack.path.read_bytes(),
    }
    if attack.language == "python":
        files["wire.py"] = (HOSTILE / "wire.py").read_bytes()
    if attack.name.endswith("by_an_addon"):
        addon = attack.path.with_name("addon.c").read_text()
        files["addon.node"] = compiled(addon, "-shared", "-fPIC", "-O1")
    return written(files, folder)


def plain(source: str, folder: Path) -> Path:
    """That of somebody who wrote this script."""
    files = {"bot.toml": manifest.written("bot", [GAME], "python", "bot.py"), "bot.py": source.encode()}
    return written(files, folder)


def agreed(server: Callable[[bytes], Verdict], folder: Path) -> Verdict:
    """What both say."""
    ship(*manifest.read((folder / "bot.toml").read_bytes()).games)
    told, home = server(packed(folder)), at_home(folder)
    assert told == home
    return told


SAMPLE = {
    "answer_almost": Blame.ILLEGAL,
    "one_long_operation": Blame.CPU_MOVE,
    "sleep": Blame.IDLE,
    "sleep_before_it_is_ready": Blame.STARTUP,
    "answer_twice": Blame.OUTPUT,
    "answer_nothing": Blame.PROTOCOL,
    "want_memory": Blame.MEMORY,
    "trace": Blame.FORBIDDEN,
    "leave": Blame.CRASHED,
}
"""A bot of the corpus for each code that ends a trial; the one that uses up its bank is below."""
EVERY = [attack for kind in ("host", "accomplice", "referee") for attack in attacks(kind)]


def sampled() -> list[Attack]:
    """Each of them in the first language that it is written in."""
    return [next(attack for attack in EVERY if attack.name == name) for name in SAMPLE]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("attack", sampled(), ids=str)
def test_each_verdict_is_the_same_at_home(server, attack: Attack, public: Path, record_property) -> None:
    record_property("verdicts compared", 1)
    assert agreed(server, hostile(attack, public / "bot")) == Verdict("", {GAME: SAMPLE[attack.name]})


@pytest.mark.usefixtures("hurried")
def test_a_bank_that_is_used_up_is_so_at_home(server, public: Path, record_property) -> None:
    record_property("verdicts compared", 1)
    slowly = (
        "import time\n\ndef choose(view, legal):\n    end = time.process_time() + 0.1\n"
        "    while time.process_time() < end:\n        pass\n    return legal[0]\n"
    )
    assert agreed(server, plain(slowly, public / "bot")).faults == {GAME: Blame.CPU}


def test_the_sample_is_of_every_fault() -> None:
    assert set(SAMPLE.values()) | {Blame.CPU} == set(Blame) - {Blame.REPEATED}


@pytest.mark.parametrize("source", ["def choose(view:\n", "choose = 1 / 0\n", "print(1)\n"])
def test_what_is_refused_unplayed_is_refused_in_the_same_words(server, source: str, public: Path) -> None:
    verdict = agreed(server, plain(source, public / "bot"))
    assert verdict.refusal or verdict.faults == {GAME: Blame.STARTUP}


@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("python", [GAME]),
        *(pytest.param(name, sorted(GAMES), marks=pytest.mark.long) for name in KITS),
    ],
)
def test_kits_are_accepted_by_both(
    server, name: str, games: list[str], public: Path, record_property
) -> None:
    record_property("verdicts compared", len(games))
    folder = built(KITS[name], public / "bot")
    (folder / "bot.toml").write_bytes(KITS[name].files("bot", games)["bot.toml"])
    assert agreed(server, folder) == Verdict("", dict.fromkeys(games, ""))


@pytest.mark.long
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("attack", EVERY, ids=str)
def test_the_whole_corpus_has_the_same_verdicts(
    server, attack: Attack, public: Path, record_property
) -> None:
    """The codes are those of the corpus's page, but for two bots that already the inspection finds empty."""
    record_property("verdicts compared", 1)
    folder = hostile(attack, public / "bot")
    ship(GAME)
    told, home = server(packed(folder)), at_home(folder)
    codes = (
        attack.verdict(detect().name).replace("none", "").split(" or ") if attack.kind == "referee" else []
    )
    if len(codes) > 1:
        assert {told.faults[GAME], home.faults[GAME]} <= set(codes)
    else:
        assert told == home
        assert told.refusal or not codes or told.faults == {GAME: codes[0]}
