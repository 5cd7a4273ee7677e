"""What every test may count on."""

from __future__ import annotations

import hashlib
import itertools
import os
import shutil
import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from referee import fairness
from tests.served import QUICK


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--long` adds the full sizes."""
    parser.addoption("--long", action="store_true", help="run the full sizes too")


def pytest_configure(config: pytest.Config) -> None:
    """Examples of Hypothesis are the same every time but in the long run, and take as long as they take."""
    usual = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
    settings.register_profile("caravan", derandomize=not config.getoption("--long"), **usual)
    settings.load_profile("caravan")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the full sizes out unless they are asked for."""
    if config.getoption("--long"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    items[:] = [item for item in items if item not in long]
    config.hook.pytest_deselected(items=long)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where everything must be there (CI=true), a test that was skipped is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") == "true" and reporter and reporter.stats.get("skipped"):
        reporter.write_line("Tests were skipped, and with CI=true none may be.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Adds up what tests recorded of themselves: matches played, processes killed, attacks tried."""
    counts: Counter[str] = Counter()
    for report in (report for reports in terminalreporter.stats.values() for report in reports):
        if getattr(report, "when", "") == "call":
            counts.update(dict(report.user_properties))
    terminalreporter.write_line(
        "really ran: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items()))
    )


@pytest.fixture(scope="session", autouse=True)
def _a_broker_in_memory() -> None:
    """Messages that a test sends stay in its process."""
    from caravan.desk import app

    app.conf.broker_url = "memory://"


@pytest.fixture(autouse=True)
def _a_store_of_its_own(tmp_path: Path, settings: object) -> None:
    """Uploads that a test stores are its own."""
    settings.CARAVAN_STORE = tmp_path / "versions"  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _passwords_hashed_for_speed(settings: object) -> None:
    """As nothing here depends on how."""
    settings.PASSWORD_HASHERS = QUICK  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _cards_that_repeat(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The secrets that cards follow from are the same in every run of a test."""
    made = itertools.count()

    def new_secret() -> str:
        return hashlib.sha256(f"{request.node.nodeid}/{next(made)}".encode()).hexdigest()

    monkeypatch.setattr(fairness, "new_secret", new_secret)


@pytest.fixture(scope="session", autouse=True)
def _no_names_of_other_machines() -> Iterator[None]:
    """Nobody else is asked for a name: only this machine has one."""
    real = socket.getaddrinfo
    own = (None, "", "localhost", socket.gethostname())

    def getaddrinfo(host: Any, *args: Any, **named: Any) -> Any:
        if host in own or str(host)[0].isdigit() or ":" in str(host):
            return real(host, *args, **named)
        raise socket.gaierror(socket.EAI_NONAME, "there are no other machines in tests")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", getaddrinfo)
        yield


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser's path."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not found:
        pytest.skip("there is no browser: apt-get install chromium, or name one in CHROMIUM")
    return found
