"""The command `caravan` asks the API of a real server what the site shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bots.cli import main, trials
from bots.client import credentials
from bots.client.credentials import Servers
from tests import world as builder
from tests.world import SECRET_PRINT, World
from tournaments.models import Bot, Fixture, League, User
from tournaments.services import tokens

Caravan = Callable[..., Result]


@pytest.fixture
def site(live_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """The site of the tests, served; its owner is logged in."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in (credentials.SERVER, credentials.TOKEN):
        monkeypatch.delenv(name, raising=False)
    world = builder.build()
    credentials.save(Servers(live_server.url, {live_server.url: token(world.owner)}))
    return world


def token(user: User, *scopes: str) -> str:
    return tokens.issue(user=user, name="a test", scopes=scopes or ("read", "submit"))[1]


def caravan(*words: object, code: int = 0, typed: str = "") -> str:
    """What it prints, or what it says where it fails; a token never."""
    result = CliRunner().invoke(main, [*map(str, words)], input=typed)
    assert result.exit_code == code, result.output
    assert "crv_" not in result.output
    return result.stderr if code else result.stdout


def told(*words: object) -> Any:
    """What it prints for programs."""
    return json.loads(caravan(*words, "--json"))


def test_what_the_site_shows_is_in_the_terminal(site: World, live_server: Any) -> None:
    """All in one: serving a site of its own for each would take longer than all of this."""
    said = caravan("login", live_server.url, typed=token(site.owner))
    assert said == f"Logged in at {live_server.url} as mira, to read, submit.\n"
    _status(live_server.url)
    _standings()
    _matches_and_logs(site)
    _mistakes(live_server.url)


def test_what_is_sent_in_is_tried_and_competes(
    site: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trials are played here, while the command waits for them."""

    def play(_: float) -> None:
        for fixture in Fixture.objects.filter(state=Fixture.State.QUEUED):
            builder.play(fixture, failing=failing)

    League.objects.update(bots_per_user=2)
    failing: set[int] = set()
    monkeypatch.setattr(trials.time, "sleep", play)
    script = tmp_path / "ibex.py"
    script.write_text("def choose(view, legal):\n    return legal[0]\n")
    words = ("submit", script, "--bot", "ibex", "--game", "pis_yedili", "--wait")
    said = caravan(*words, "--join", "pis-yedili-open", "--note", "first")
    assert said == "✓ Pis Yedili: without a fault\nibex v1 is accepted and competes.\n"
    assert Bot.objects.get(name="ibex").owner == site.owner
    assert site.season.divisions.get().entries.filter(bot__name="ibex").exists()
    failing.add(0)
    refused = CliRunner().invoke(main, [*map(str, words)])
    assert refused.exit_code == 1
    assert refused.stdout.startswith("✗ Pis Yedili: it took longer than its clock\n  caravan logs ")
    _, command, *_ = refused.stdout.splitlines()
    assert SECRET_PRINT in caravan(*command.split()[1:])
    assert told("status", "ibex")["versions"][0]["state"] == "refused"
    failing.clear()
    met = caravan("challenge", "ibex", "erg", "--wait")
    assert met.startswith("Fixture ")
    assert {"ibex", "erg"} <= set(met.split())
    _refusals(script)


def _refusals(script: Path) -> None:
    said = caravan("submit", script, "--bot", "ORYX", "--game", "donkey", code=2)
    assert "name: Lower-case letters" in said
    assert "owner" in caravan("submit", script, "--bot", "erg", "--game", "donkey", code=2)
    assert "no bot 'nobody'" in caravan("challenge", "ibex", "nobody", code=2)


def _status(address: str) -> None:
    first, second, _, *rows = caravan("status").splitlines()
    assert first.startswith(f"{address} stands still: ")
    assert second == "You are mira there, to read, submit."
    assert rows[1].split() == ["oryx", "pis_yedili", "v1", "v1", "active"]
    bot = caravan("status", "oryx")
    assert bot.startswith("oryx, of mira: competes pis_yedili v1.")
    assert "playing" in bot
    assert {each["kind"] for each in told("status", "oryx")["fixtures"]} == {"rated", "trial"}
    assert told("status", "erg")["versions"][0]["inside"] is None
    assert told("status")["bots"][0]["newest"]["state"] == "active"


def _standings() -> None:
    lines = caravan("standings", "pis-yedili-open").splitlines()
    assert lines[0] == "pis-yedili-open, season 1: running"
    assert lines[3].split() == ["place", "bot", "owner", "score", "skill", "fixtures", "faults"]
    assert [line[0] for line in lines[4:]] == ["┌", "│", "└"]
    assert {line.split()[2] for line in lines[4:]} == {"oryx", "erg", "sensible"}
    assert told("standings", "pis-yedili-open/1")["divisions"][0]["after_round"] == 1


def _matches_and_logs(site: World) -> None:
    matches = told("matches", "oryx", "--league", "pis-yedili-open")
    assert {each["fixture"] for each in matches} == {site.open.pk}
    assert len(told("matches", "--limit", "2")) == 2
    lines = caravan("matches", "oryx").splitlines()
    assert len(lines) == 1 + site.open.matches.count() + site.trial.matches.count()
    assert told("matches", "oryx", "--won", "--against", "erg")
    assert caravan("matches", "oryx", "--game", "donkey") == "There are no such matches that are open.\n"
    (fault,) = told("matches", "erg", "--faults")
    log = caravan("logs", matches[0]["id"], "oryx")
    assert log.startswith(f"Match {matches[0]['id']}, seat ")
    assert SECRET_PRINT in log
    (seat,) = [each["seat"] for each in fault["seats"] if each["bot"] == "erg"]
    assert "that you may read, or not yet." in caravan("logs", fault["id"], seat, code=2)


def _mistakes(address: str) -> None:
    assert "Did you mean 'oryx'?" in caravan("status", "orix", code=2)
    assert "Did you mean 'pis-yedili-open'?" in caravan("standings", "pis-yedili-opne", code=2)
    assert "has no season 7, only 1." in caravan("standings", "pis-yedili-open/7", code=2)
    assert "sat" in caravan("logs", told("matches", "oryx")[0]["id"], "orix", code=2)
    assert "Say which BOT" in caravan("matches", "--won", code=2)
    revoked = "crv_" + "x" * 40
    said = caravan("login", address, typed=revoked, code=2)
    assert f"Make a new one at {address}/settings/tokens/new/?cli=1 " in said
