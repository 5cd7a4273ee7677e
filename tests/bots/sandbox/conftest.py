"""A bot under test: its source in a folder, started by either launcher, spoken to line by line."""

import json
import os
import select
import signal
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

import pytest

from bots.sandbox import Launcher, Limits, Process, cgroup, forkserver, landlock, trusted
from tests.launched import PATIENCE

GREETING = {"type": "hello", "protocol": 1, "game": "none", "seats": 2, "rules": {"deals": 1}, "clocks": {}}
DEFAULT = Limits()


class Talk:
    """The other end of the wire, with patience for one answer."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self._log = b""

    def say(self, message: dict) -> None:
        os.write(self.process.stdin, json.dumps(message).encode() + b"\n")

    def hear(self, patience: float = PATIENCE) -> dict | None:
        """The next line; None if the bot is silent or gone."""
        heard, late = b"", time.monotonic() + patience
        while not heard.endswith(b"\n"):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, late - time.monotonic()))
            more = os.read(self.process.stdout, 1) if ready else b""
            if not more:
                return None
            heard += more
        return json.loads(heard)

    def hello(self, patience: float = PATIENCE) -> dict | None:
        self.say(GREETING)
        return self.hear(patience)

    def start(self, dice: str = "dice", match: int = 0) -> None:
        self.say({"type": "start", "match": match, "seat": 1, "dice_seed": dice})

    def put_question(self, view: object = None, news: list | None = None) -> None:
        self.say({"type": "ask", "number": 0, "view": view, "legal": ["pass", "draw"],
                  "news": news or [], "clock": {"bank": 2.0, "idle": 20.0}})  # fmt: skip

    def ask(self, view: object = None, patience: float = PATIENCE, news: list | None = None) -> dict | None:
        self.put_question(view, news)
        return self.hear(patience)

    def over(self) -> None:
        self.say({"type": "over", "points": [1, 2], "ranks": [2, 1]})

    def hang_up(self) -> None:
        """Says that there will be no more."""
        self.process._child.stdin.close()

    def move(self, view: object = None) -> str | None:
        """The move of a first turn, all that comes before it included."""
        self.hello()
        self.start()
        answer = self.ask(view)
        return answer and answer["move"]

    def log(self) -> str:
        """All that it wrote to its log."""
        while select.select([self.process.stderr], [], [], 0)[0]:
            more = os.read(self.process.stderr, 1 << 16)
            if not more:
                break
            self._log += more
        return self._log.decode()


@pytest.fixture(scope="session")
def landlocked() -> Launcher:
    """Landlock for each bot; a kernel without it fails the suite where it is run to be believed."""
    if landlock.version() < landlock.NEEDED:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"Landlock {landlock.version()}")
    return landlock.Launcher()


@pytest.fixture(params=["bubblewrapped", "forked", "landlocked"])
def isolating(request: pytest.FixtureRequest) -> Launcher:
    """Every launcher that may hold strangers' bots."""
    return request.getfixturevalue(request.param)


@pytest.fixture(params=["bubblewrapped", "forked", "landlocked", "trusted"])
def any_launcher(request: pytest.FixtureRequest) -> Launcher:
    """Every launcher."""
    return trusted.Launcher() if request.param == "trusted" else request.getfixturevalue(request.param)


@pytest.fixture(params=["bubblewrapped", "forked", "trusted"])
def launcher(request: pytest.FixtureRequest) -> Launcher:
    """Each launcher that the machine's own user may choose."""
    return trusted.Launcher() if request.param == "trusted" else request.getfixturevalue(request.param)


@contextmanager
def anew(launcher: Launcher) -> Iterator[Launcher]:
    """Another one of the same kind, made now."""
    fresh = type(launcher)()
    with fresh if isinstance(fresh, forkserver.Launcher) else nullcontext():
        yield fresh


@pytest.fixture
def ungrouped(sandboxed, monkeypatch) -> Iterator[Launcher]:
    """The same on a host where nobody may make control groups."""
    monkeypatch.setattr(cgroup, "writable", lambda: False)
    with anew(sandboxed) as launcher:
        yield launcher


@pytest.fixture
def folder(public: Path) -> Path:
    """Where a bot's source lies."""
    return public


Started = Callable[..., Talk]


@pytest.fixture
def talk() -> Iterator[Started]:
    """Start a bot that lies in a folder; it is closed after the test."""
    with ExitStack() as stack:

        def start(
            launcher: Launcher, folder: Path, entry: str, language: str, limits: Limits = DEFAULT
        ) -> Talk:
            return Talk(stack.enter_context(launcher.launch(folder, entry, language, limits)))

        yield start


@pytest.fixture
def started(folder: Path, talk: Started) -> Started:
    """Write a bot's source and start it."""

    def start(
        launcher: Launcher,
        source: str,
        limits: Limits = DEFAULT,
        entry: str = "bot.py",
        language: str = "python",
    ) -> Talk:
        (folder / entry).write_text(textwrap.dedent(source))
        return talk(launcher, folder, entry, language, limits)

    return start


@pytest.fixture
def in_time() -> Iterator[None]:
    """A referee that hangs is told from one that waits for a slow host."""

    def hangs(number: int, frame: object) -> None:
        pytest.fail("the referee hangs")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(600)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
