"""From nothing to a ranked bot, by what README.md says and nothing else."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.docs.newcomer import Newcomer
from tests.docs.reader import ROOT, Reader
from tests.launched import Launched, eventually

GUIDE = ROOT / "README.md"
FIVE_MINUTES = 300
LEAGUE = "pis-yedili-open"


def rated(reader: Reader) -> bool:
    """Whether its owner sees that the bot has been rated, in both places."""
    code, table = reader.type(f"caravan standings {LEAGUE} --json")
    assert code == 0, table
    rows = [row for each in json.loads(table)["divisions"] for row in each["standings"]]
    (row,) = (row for row in rows if row["bot"] == "kestrel")
    code, played = reader.type(f"caravan matches kestrel --league {LEAGUE} --json")
    assert code == 0, played
    return bool(row["fixtures"] and json.loads(played))


def newcomer(site: Launched, folder: Path) -> Reader:
    """Has nothing but an account, a token and a clone."""
    folder.mkdir()
    return Reader(folder, site=site.address, token=Newcomer(site.address, "newcomer").token(), data=site.data)


@pytest.mark.xdist_group("documents")
def test_a_newcomer_is_ranked(
    site: Launched, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    reader = newcomer(site, tmp_path / "reader")
    record_property("blocks of commands", reader.follow(GUIDE))
    assert eventually(lambda: rated(reader))


@pytest.mark.long
def test_it_takes_less_than_five_minutes(
    isolated: None, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """With the season that a new Caravan comes with, from the start of `up` on."""
    began = time.monotonic()
    site = Launched(tmp_path / "data")
    try:
        assert site.served(), site.said
        reader = newcomer(site, tmp_path / "reader")
        reader.follow(GUIDE)
        assert eventually(lambda: rated(reader))
    finally:
        site.stop()
    seconds = time.monotonic() - began
    record_property("seconds to the first rated fixture", round(seconds))
    assert seconds < FIVE_MINUTES
