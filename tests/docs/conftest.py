"""A Caravan for all documents that talk of one."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from bots.sandbox import detect
from tests.launched import Launched

DEMO = """\
bots = [
    {name = "random", folder = "bots/house/any/random", games = ["pis_yedili"], note = ""},
    {name = "sensible", folder = "bots/house/pis_yedili/sensible", games = ["pis_yedili"], note = ""},
    {name = "chance", folder = "bots/house/any/random", games = ["pis_yedili"], note = ""},
]
season = {title = "Open", hours = 24, round_gap = 5, entries = ["random", "sensible"]}
[league]
slug = "pis-yedili-open"
title = "Pis Yedili Open"
game = "pis_yedili"
seats = 2
deals = 1
bots_per_user = 1
rules = {deals = 1}
clocks = {bank = 1.0}
"""
"""A small season, so that a reader's bot finds a machine that is free."""


@pytest.fixture(scope="session")
def isolated() -> None:
    """Whoever cannot isolate bots cannot type what documents show."""
    if detect().name != "full":
        (pytest.fail if os.environ.get("CI") else pytest.skip)("bots cannot be isolated here")


@pytest.fixture(scope="session")
def site(isolated: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Launched]:
    """One with a small season under way."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "demo.toml").write_text(DEMO)
    started = Launched(folder / "data", CARAVAN_DEMO=str(folder / "demo.toml"))
    try:
        assert started.served(), started.said
        yield started
    finally:
        started.stop()
