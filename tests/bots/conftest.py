"""Bots for tests: written where they are used, run as uploads are wherever the host can isolate them."""

import itertools
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from bots.play.clock import Clocks
from bots.play.running import Table, Version
from bots.sandbox import Launcher, Limits, bubblewrap, detect, forkserver, open_launcher, trusted


@pytest.fixture(scope="session")
def bubblewrapped() -> Launcher:
    """A bubblewrap for each bot; a host without one fails the suite where it is run to be believed."""
    rung = detect()
    if rung.name != "full":
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"no sandbox: {rung.reason}. {rung.remedy}")
    return bubblewrap.Launcher()


@pytest.fixture(scope="session")
def forked(bubblewrapped) -> Iterator[Launcher]:
    """A fork of the warm process for each bot."""
    with forkserver.Launcher() as launcher:
        yield launcher


@pytest.fixture(params=["bubblewrapped", "forked"])
def sandboxed(request: pytest.FixtureRequest) -> Launcher:
    """Each launcher that gives bots namespaces of their own."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    """What plays on a server, or plain processes on a host that can be none."""
    with open_launcher() if detect().name != "none" else nullcontext(trusted.Launcher()) as launcher:
        yield launcher


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user can read, unlike pytest's own: sandboxed bots have a user of their own."""
    with tempfile.TemporaryDirectory(prefix="caravan-test-") as path:
        Path(path).chmod(0o755)
        yield Path(path)
        for place, _, _ in os.walk(path):
            os.chmod(place, 0o700)  # what a store holds cannot be deleted otherwise


@pytest.fixture
def version(public: Path) -> Callable[[str], Version]:
    """Makes a version of a bot's source."""
    numbers = itertools.count()

    def write(source: str) -> Version:
        folder = public / f"bot{next(numbers)}"
        folder.mkdir()
        (folder / "bot.py").write_text(source)
        return Version(folder, "bot.py", "python")

    return write


@pytest.fixture
def table() -> Callable[..., Table]:
    """A table with short clocks; any of them can be set."""

    def lay(**clocks: float) -> Table:
        short = Clocks(**{"bank": 0.5, "move_cap": 0.2, "idle": 0.3, **clocks})
        return Table("pis_yedili", 2, {}, short, Limits(), 3)

    return lay
