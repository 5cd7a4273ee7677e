"""Kits to be had from the site."""

from __future__ import annotations

import pytest
from django.test import Client

from bots.kits import KITS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", KITS)
def test_each_kit_is_a_zip_that_browsers_keep(name: str) -> None:
    answer = Client().get(f"/kits/{name}.zip")
    assert answer.content == KITS[name].zipped()
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == f'attachment; filename="caravan-{name}.zip"'
    assert answer["Cache-Control"] == "public, max-age=3600"
    again = Client().get(f"/kits/{name}.zip", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_there_is_no_other() -> None:
    assert Client().get("/kits/cobol.zip").status_code == 404


def test_they_are_offered_where_bots_are_submitted_and_with_every_game(world, browse) -> None:
    for path in ("/bots/new/", "/bots/oryx/submit/", "/games/tuareg/"):
        page = browse(world.owner).get(path).content.decode()
        assert [name for name in KITS if f'href="/kits/{name}.zip"' not in page] == [], path
