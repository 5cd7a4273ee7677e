"""The page of `caravan replay --html` is the site's own."""

from __future__ import annotations

from string import Template

import pytest
from django.core.management import call_command

from bots.viewer import page
from caravan.web import shell


def test_the_page_is_as_the_templates_make_it() -> None:
    """If not: `python3 manage.py viewer`."""
    assert page.PAGE.read_text() == shell.shell()


def test_the_command_writes_it(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravan.management.commands.viewer.PAGE", tmp_path / "page.html")
    call_command("viewer")
    assert (tmp_path / "page.html").read_text() == page.PAGE.read_text()


def test_there_is_a_place_for_all_that_is_a_matchs_own() -> None:
    of_page = {"policy", "style", "script", "sprite", "game", "source", "written"}
    assert {*Template(shell.shell()).get_identifiers()} == {*shell.PLACES, *of_page}
