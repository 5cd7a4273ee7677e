"""Tokens as this machine keeps them."""

from pathlib import Path

import pytest

from bots.client import credentials
from bots.client.credentials import Servers
from bots.client.errors import CredentialsError
from tests.answering import TOKEN

HERE, THERE = "https://here.example", "https://there.example"


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for what is kept."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("CARAVAN_SERVER", raising=False)
    monkeypatch.delenv("CARAVAN_TOKEN", raising=False)
    return tmp_path / "config"


def test_only_its_owner_can_read_what_is_kept(config: Path) -> None:
    credentials.save(Servers(HERE, {HERE: TOKEN}))
    file = config / "caravan" / "servers.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    file.chmod(0o644)
    credentials.save(Servers(HERE, {HERE: TOKEN}))
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["servers.json"]


def test_a_token_is_for_the_server_that_it_was_given_for(monkeypatch: pytest.MonkeyPatch) -> None:
    credentials.save(Servers(HERE, {HERE: TOKEN}))
    assert (credentials.server(), credentials.token(HERE), credentials.token(THERE)) == (HERE, TOKEN, "")
    monkeypatch.setenv("CARAVAN_SERVER", "there.example")
    assert credentials.server() == THERE


def test_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    credentials.save(Servers(HERE, {HERE: TOKEN}))
    monkeypatch.setenv("CARAVAN_TOKEN", TOKEN[::-1].replace("_vrc", "") + "x")
    with pytest.raises(CredentialsError):
        credentials.token(HERE)
    monkeypatch.setenv("CARAVAN_TOKEN", f"{TOKEN}2\n")
    assert credentials.token(HERE) == f"{TOKEN}2"


def test_without_a_home_the_usual_place_is_below_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert credentials.place() == tmp_path / ".config" / "caravan" / "servers.json"


def test_what_cannot_be_read_or_written_says_what_helps(config: Path) -> None:
    credentials.place().parent.mkdir(parents=True)
    credentials.place().write_text("{")
    with pytest.raises(CredentialsError, match="remove it and log in again"):
        credentials.load()
    credentials.place().unlink()
    credentials.place().mkdir()
    with pytest.raises(CredentialsError, match="cannot be read: Is a directory"):
        credentials.load()
    with pytest.raises(CredentialsError, match="cannot be written: Is a directory"):
        credentials.save(Servers())
    assert [path.name for path in config.rglob("*")] == ["caravan", "servers.json"]


@pytest.mark.parametrize(
    "text", ["", "crv_short", "secret word", f"{TOKEN}\r\nX: y", f"Bearer {TOKEN}", f"{TOKEN}é"]
)
def test_what_is_no_token_is_not_quoted(text: str) -> None:
    with pytest.raises(CredentialsError) as raised:
        credentials.checked(text)
    assert not text or text not in str(raised.value)


def test_tokens_are_taken_out_of_what_is_shown() -> None:
    assert credentials.discreet(f"a {TOKEN}! {TOKEN}") == "a crv_…! crv_…"
