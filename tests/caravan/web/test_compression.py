"""What is watched comes small to who knows Brotli, and to everybody as the same page."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.core.management import call_command
from django.test import Client

from tests.world import World

BROWSER = {"HTTP_ACCEPT_ENCODING": "gzip, deflate, br, zstd"}
OLD = {"HTTP_ACCEPT_ENCODING": "gzip"}


@pytest.mark.parametrize("address", ["", "replay.json"])
def test_a_match_is_smaller_with_brotli_and_the_same(world: World, address: str) -> None:
    path = f"/matches/{world.open.matches.all()[0].pk}/{address}"
    plain, old, new = (
        Client(headers={"Cookie": "spoilers=1"}, **each).get(path) for each in ({}, OLD, BROWSER)
    )
    assert [answer.headers.get("Content-Encoding") for answer in (plain, old, new)] == [None, "gzip", "br"]
    assert brotli.decompress(new.content) == gzip.decompress(old.content) == plain.content
    assert len(new.content) < len(old.content) < len(plain.content)
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (plain, old, new))


def test_a_replay_that_a_browser_has_is_not_sent_again(world: World) -> None:
    path = f"/matches/{world.open.matches.all()[0].pk}/replay.json"
    etag = Client(**BROWSER).get(path).headers["ETag"]
    assert etag.startswith('W/"')
    again = Client(**BROWSER).get(path, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")


def test_what_holds_something_secret_never_is(world: World) -> None:
    client = Client(**BROWSER)
    client.force_login(world.owner)
    for path in ("/", "/settings/tokens/new/", "/bots/new/", "/accounts/password/change/"):
        assert client.get(path).headers.get("Content-Encoding") != "br", path
    match = brotli.decompress(client.get(f"/matches/{world.open.matches.all()[0].pk}/").content)
    assert b"csrfmiddlewaretoken" not in match


def test_our_own_files_are_kept_in_both(settings: Any, tmp_path: Path) -> None:
    backend = {"BACKEND": "caravan.web.storage.StaticStorage"}
    settings.STATIC_ROOT, settings.STORAGES = tmp_path, {**settings.STORAGES, "staticfiles": backend}
    call_command("collectstatic", interactive=False, verbosity=0)
    for kept, name in (("replay", "main.*.js"), ("css", "base.*.css"), (".", "cards.*.svg")):
        (packed,) = (tmp_path / kept).glob(f"{name}.br")
        assert brotli.decompress(packed.read_bytes()) == packed.with_suffix("").read_bytes()
        assert packed.with_suffix(".gz").exists()
    assert list((tmp_path / "admin/css").glob("*.gz"))
    assert not list((tmp_path / "admin").rglob("*.br"))
