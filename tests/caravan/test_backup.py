"""A backup comes back as it was, on either database; a damaged one is refused before anything is touched."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection
from django.test import override_settings

from caravan import backup
from caravan.backup import BackupError, manifest, rows
from tests import databases, postgres
from tests import world as builder
from tests.served import QUICK
from tournaments.models import ApiToken, Entry, Fixture, Seating, User, Version, Worker
from tournaments.services import accounts, rebuild, tokens

pytestmark = pytest.mark.xdist_group("backup")
"""In one process, as all share a server of PostgreSQL."""
FLIPS = 300
SEASON = f"archives/aa/{'a' * 64}.zip"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server."""
    binaries = postgres.programs()
    if binaries is None:
        pytest.skip("there is no PostgreSQL: apt-get install postgresql")
    with postgres.server(binaries) as address:
        yield address


@contextmanager
def installation(data: Path, address: str) -> Iterator[None]:
    """An installation with this data folder and this database, empty."""
    data.mkdir()
    changed = override_settings(CARAVAN_DATA=data, CARAVAN_STORE=data / "versions", PASSWORD_HASHERS=QUICK)
    with changed, databases.default(address):
        yield


@pytest.fixture
def place(tmp_path, request, django_db_blocker):
    """Moves to another installation by its name and kind of database."""

    def moved(name, kind):
        if kind == "sqlite":
            return installation(tmp_path / name, f"sqlite:///{tmp_path}/{name}/caravan.sqlite3")
        return installation(tmp_path / name, databases.created(request.getfixturevalue("server"), name))

    with django_db_blocker.unblock():
        yield moved


@pytest.fixture(scope="module")
def once(tmp_path_factory, django_db_blocker):
    """A backup with everything, of an installation on SQLite."""
    folder = tmp_path_factory.mktemp("once")
    with django_db_blocker.unblock(), installation(folder / "data", f"sqlite:///{folder}/data/sqlite3"):
        builder.build()
        backup.write(folder / "backup", logs=True)
    return folder / "backup"


@pytest.fixture
def made(once, tmp_path):
    """A copy of it that may be damaged."""
    return Path(shutil.copy(once, tmp_path / "backup"))


def contents():
    """Every row by its table."""
    return {one._meta.label: [json.loads(line) for line in rows.lines(one)] for one in rows.tables()}


def files(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Mode and content of every file."""
    return {
        str(path.relative_to(folder)): (stat.S_IMODE(path.stat().st_mode), path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file()
    }


def restore(path, **options):
    """What the command does when nothing runs."""
    with backup.verified(path) as (archive, told):
        return backup.restore(archive, told, **options)


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
@pytest.mark.parametrize("source", ["sqlite", "postgres"])
def test_it_comes_back_as_it_was_on_either_database(place, tmp_path, source, target):
    with place("one", source):
        world = builder.build()
        (settings.CARAVAN_DATA / "archives" / "aa").mkdir(parents=True)
        (settings.CARAVAN_DATA / SEASON).write_bytes(b"season")
        (settings.CARAVAN_DATA / "archives" / "aa" / "draft").write_bytes(b"half a sea")
        backup.write(tmp_path / "backup", logs=True)
        before, stored, kept = (
            contents(),
            files(settings.CARAVAN_STORE),
            files(settings.CARAVAN_DATA / "logs"),
        )
    with place("two", target):
        assert restore(tmp_path / "backup") == sum(map(len, before.values()))
        assert contents() == before
        assert files(settings.CARAVAN_STORE) == stored
        assert files(settings.CARAVAN_DATA / "logs").keys() == kept.keys() != set()
        assert files(settings.CARAVAN_DATA / "archives") == {f"aa/{'a' * 64}.zip": (0o644, b"season")}
        rebuilt = rebuild.rebuild(season=world.season)
        assert (rebuilt.differences, rebuilt.fixtures) == ([], 1)
        assert User.objects.get(username="mira").check_password(builder.PASSWORD)
        assert User.objects.create_user("late").pk > max(row[0] for row in before["tournaments.User"])
        backup.write(tmp_path / "again", logs=True)


def test_files_of_who_has_left_are_missed_by_nobody(place, tmp_path):
    with place("one", "sqlite"):
        world = builder.build()
        digest = world.oryx.versions.get().digest
        _, text = tokens.issue(user=world.member, name="laptop", scopes=["read"])
        Fixture.objects.filter(pk=world.playing.pk).delete()
        accounts.delete(user=world.owner, by=world.owner)
        told = backup.write(tmp_path / "backup")
        kept = rows.lines(ApiToken)
        assert text.encode() not in b"".join(kept)
    assert not [name for name in told.entries if digest in name]
    with place("two", "sqlite"):
        restore(tmp_path / "backup")
        assert Version.objects.get(bot__name="oryx").erased
        assert rebuild.rebuild(season=world.season).differences == []


def test_without_logs_and_without_who_is_signed_in(place, tmp_path, client):
    with place("one", "sqlite"):
        world = builder.build()
        client.force_login(world.owner)
        told = backup.write(tmp_path / "backup")
    assert "tournaments.User" in told.tables
    assert "sessions.Session" not in told.tables
    assert not [name for name in told.entries if name.startswith("logs/")]


def test_it_is_for_its_owner_only_and_overwrites_nothing(made):
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    content = made.read_bytes()
    with pytest.raises(BackupError, match="is there already"):
        backup.write(made)
    assert made.read_bytes() == content
    assert [path.name for path in made.parent.iterdir() if path.is_file()] == ["backup"]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_it_is_of_one_moment_and_nobody_waits_for_it(place, tmp_path, monkeypatch, kind):
    usual = rows.lines

    def write():
        try:
            Worker.objects.create(name="came in between")
        finally:
            connection.close()

    def lines(model):
        if model is User:  # the last but a few
            writer = Thread(target=write)
            writer.start()
            writer.join(300)
            assert not writer.is_alive()
        return usual(model)

    with place("one", kind):
        User.objects.create_user("mira")
        monkeypatch.setattr(rows, "lines", lines)
        backup.write(tmp_path / "backup")
        assert Worker.objects.exists()
    with place("two", kind):
        restore(tmp_path / "backup")
        assert User.objects.exists()
        assert not Worker.objects.exists()


def test_an_upload_that_is_missing_is_told_and_no_file_is_left(place, tmp_path):
    with place("one", "sqlite"):
        builder.build()
        Version.objects.filter(bot__name="oryx").update(digest="0" * 64)
        with pytest.raises(BackupError, match=r"An upload is missing: .* holds no version 000000000000"):
            backup.write(tmp_path / "backup")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == []


class TestWhatIsThere:
    """A database with something in it stays as it is, unless told."""

    def test_it_is_left_alone(self, place, made):
        with place("two", "sqlite"):
            User.objects.create_user("there")
            with pytest.raises(BackupError, match="There is something in this database already"):
                restore(made)
            assert list(User.objects.values_list("username", flat=True)) == ["there"]

    def test_it_goes_where_that_is_said(self, place, made, client):
        with place("two", "sqlite"):
            client.force_login(User.objects.create_user("there"))
            restore(made, replace=True)
            assert not User.objects.filter(username="there").exists()
            assert not Session.objects.exists()

    def test_it_is_there_again_when_restoring_fails(self, place, made):
        with place("two", "sqlite"):
            User.objects.create_user("there")
            broken = rewritten(made, manifest.table("tournaments.User"), b"")
            with pytest.raises(IntegrityError):
                restore(broken, replace=True)
            assert list(User.objects.values_list("username", flat=True)) == ["there"]


def rewritten(path: Path, name: str, content: bytes | None, *, honest: bool = True) -> Path:
    """The backup with another content of one file, or without it; an honest one has the right checksum."""
    other = path.with_name("rewritten")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as new:
        told = json.loads(old.read(manifest.NAME))
        if honest and content is not None:
            told["entries"][name] = {
                "size": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
            }
        for one in {**dict.fromkeys(old.namelist()), name: None}:
            if one == manifest.NAME and one != name:
                new.writestr(one, json.dumps(told))
            elif one != name:
                new.writestr(one, old.read(one))
            elif content is not None:
                new.writestr(one, content)
    return other


class TestDamage:
    """Named with its place, before anything is touched."""

    SEATINGS = manifest.table("tournaments.Seating")

    def test_nothing_there(self, tmp_path):
        with pytest.raises(BackupError, match="nothing is not there"):
            restore(tmp_path / "nothing")

    @pytest.mark.parametrize("kept", [0, 100, -1])
    def test_cut_off(self, made, kept):
        made.write_bytes(made.read_bytes()[:kept])
        with pytest.raises(
            BackupError, match=r"backup is not a whole backup: its end is missing or damaged\."
        ):
            restore(made)

    def test_a_byte(self, made):
        with zipfile.ZipFile(made) as archive:
            entry = archive.getinfo(self.SEATINGS)
        content = bytearray(made.read_bytes())
        content[entry.header_offset + 200] ^= 1
        made.write_bytes(content)
        with pytest.raises(BackupError, match=rf"backup: {self.SEATINGS} is damaged\."):
            restore(made)

    def test_another_content_that_the_zip_knows_nothing_of(self, made):
        with pytest.raises(BackupError, match=rf"{self.SEATINGS} is damaged"):
            restore(rewritten(made, self.SEATINGS, b"", honest=False))

    @pytest.mark.parametrize(
        ("name", "content", "told"),
        [
            (SEATINGS, None, f"{SEATINGS} is missing or does not belong"),
            ("logs/more", b"", "logs/more is missing or does not belong"),
            (manifest.NAME, None, "manifest.json is missing or damaged"),
            (manifest.NAME, b"{}, or not", "manifest.json is missing or damaged"),
            (manifest.NAME, b'{"format": 2}', "has format 2; this Caravan reads 1"),
        ],
    )
    def test_files_that_do_not_fit(self, made, name, content, told):
        with pytest.raises(BackupError, match=told):
            restore(rewritten(made, name, content, honest=False))

    @pytest.mark.parametrize("name", ["../outside", "/tmp/outside", "logs/../../outside"])  # noqa: S108
    def test_a_name_that_leads_out(self, made, name):
        with pytest.raises(BackupError, match=f"{name} is missing or does not belong"):
            restore(rewritten(made, name, b"x"))

    def test_an_upload_that_is_another(self, place, made):
        with zipfile.ZipFile(made) as archive:
            name = next(one for one in archive.namelist() if one.endswith("bot.py"))
        with place("two", "sqlite"):
            with pytest.raises(BackupError, match=r"The upload .* is not what its name says"):
                restore(rewritten(made, name, b"def choose(view, legal): ...\n"))
            assert rows.empty()

    def test_tables_of_another_caravan(self, place, made):
        with zipfile.ZipFile(made) as archive:
            told = json.loads(archive.read(manifest.NAME))
        told["tables"]["tournaments.Entry"].remove("sigma")
        other = rewritten(made, manifest.NAME, json.dumps(told).encode(), honest=False)
        with place("two", "sqlite"), pytest.raises(BackupError, match="has another table tournaments"):
            restore(other)

    def test_whichever_byte_it_is_no_other_error_comes(self, made, record_property):
        record_property("flips", FLIPS)
        content, dice, refused = made.read_bytes(), random.Random(7), 0
        for _ in range(FLIPS):
            damaged = bytearray(content)
            damaged[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
            made.write_bytes(damaged)
            try:
                with backup.verified(made):
                    pass
            except BackupError:
                refused += 1
        assert refused > FLIPS * 0.8  # the rest is in names' copies and times, and harmless


def test_a_figure_that_was_tampered_with_is_found_by_rebuilding(place, made):
    with place("two", "sqlite"):
        restore(made)
        entry = Entry.objects.filter(house=False).first()
        assert entry
        assert rebuild.rebuild(season=entry.division.season).differences == []
        Seating.objects.filter(entry=entry, points__isnull=False).update(points=-1000)
        assert rebuild.rebuild(season=entry.division.season).differences != []
