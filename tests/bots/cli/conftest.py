"""A place of its own for what the command keeps, and a server that answers as it is told."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bots.cli import main
from bots.client import credentials, patience
from bots.client.credentials import Servers
from tests.answering import TOKEN, Answer, Site, answering

Caravan = Callable[..., Result]
ME = {"username": "ada", "scopes": ["read", "submit"], "expires": None}


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tokens are kept; the environment names no server."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in (credentials.SERVER, credentials.TOKEN, "CARAVAN_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "config"


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Nobody waits; how long it would have been."""
    seconds: list[float] = []
    monkeypatch.setattr(patience.time, "sleep", seconds.append)
    return seconds


@pytest.fixture
def site(waited: list[float]) -> Iterator[Site]:
    """A server."""
    with answering() as site:
        site.tell("GET me/", Answer(ME))
        yield site


@pytest.fixture
def known(site: Site) -> Site:
    """The same, logged in to."""
    credentials.save(Servers(site.address, {site.address: TOKEN}))
    return site


@pytest.fixture
def caravan() -> Caravan:
    """Runs the command; nothing of a token is ever in what it says."""

    def run(*words: object, typed: str = "") -> Result:
        result = CliRunner().invoke(main, [*map(str, words)], input=typed)
        assert "crv_a" not in result.output
        assert "Traceback" not in result.output
        return result

    return run
