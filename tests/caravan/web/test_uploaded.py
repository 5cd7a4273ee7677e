"""What people upload, and what their bots write, is text wherever it comes out again, and never a page."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import world as builder
from tests.caravan.web.test_secrecy import ADDRESSES, address
from tests.world import SCRIPT, World
from tournaments.models import User, Version

Browse = Callable[[User | None], Client]
EVIL = "<script>alert('of an upload')</script>"
NAMES = ("evil.html", "evil.svg", "evil.js", "static/evil.js", ".htaccess", "index.php")
PLAIN = ("text/plain", "application/json")


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """Where bots print what a browser would run, if it were asked to."""
    monkeypatch.setattr(builder, "SECRET_PRINT", EVIL)
    return builder.build()


def uploaded(client: Client) -> Version:
    """A version with files of every kind that a server or a browser might run."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        made.writestr("bot.toml", 'name = "oryx"\ngames = ["pis_yedili"]\nentry = "bot.py"\n')
        made.writestr("bot.py", SCRIPT.decode() + f"# {EVIL}\n")
        for name in NAMES:
            made.writestr(name, EVIL)
    form = {"file": SimpleUploadedFile("bot.zip", packed.getvalue()), "note": EVIL}
    assert client.post("/bots/oryx/submit/", form).status_code == 302
    return Version.objects.get(bot__name="oryx", number=2)


def test_nothing_that_came_from_outside_is_run_by_whoever_reads_it(world: World, browse: Browse) -> None:
    version = uploaded(browse(world.owner))
    paths = [address(route, world.open) for route in ADDRESSES if route != "readyz"]
    paths += [f"/bots/oryx/versions/{version.number}/", f"/bots/oryx/versions/{version.number}/state/"]
    seen = set()
    for who in (world.owner, world.staff, None):
        client = browse(who)
        for path in paths:
            answer = client.get(path)
            said, kind = (
                answer.getvalue().decode(errors="replace"),
                answer.headers.get("Content-Type", "").partition(";")[0],
            )
            seen |= {kind} if "of an upload" in said else set()
            if EVIL in said:
                assert kind in PLAIN, path
                assert answer.headers["X-Content-Type-Options"] == "nosniff", path
    assert seen >= {"text/html", "text/plain"}


def test_what_was_uploaded_has_no_address_of_its_own(world: World, browse: Browse) -> None:
    version = uploaded(browse(world.owner))
    client = browse(world.owner)
    page = f"/bots/oryx/versions/{version.number}/"
    for folder in (page, "/static/", "/media/", "/versions/", f"/versions/{version.digest}/", "/static/../"):
        for name in (*NAMES, "bot.py"):
            assert client.get(f"{folder}{name}").status_code == 404, (folder, name)
