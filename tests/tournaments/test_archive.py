"""The archive of a closed season: one file that proves itself, and tells where it was tampered with."""

import hashlib
import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest

from bots.export.decisions import every_decision
from referee import fairness
from tests.tournaments.playing import FAULTY, finish, join, open_attempts, play_out, renew
from tournaments import documents
from tournaments.archive import writing
from tournaments.models import Archive, Fixture, User
from tournaments.services import accounts, archives, corrections, entries, fixtures, scheduler
from tournaments.verify import main

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]
WRITTEN: list[bytes] = []
"""The archive, once it has been made."""


@pytest.fixture
def closed(season):
    """A season with two stages in which everything has happened."""
    season.stages = [{"format": "ladder", "rounds": 3, "advance": 3}, {"format": "knockout"}]
    season.secret = "0" * 64  # the same matches in every run
    season.commitment = fairness.commitment(season.secret)
    season.save()
    ann, *_ = join(season, "ann", "bob", "cat", "dan", FAULTY)
    scheduler.tick(season.opens)
    entries.renew(entry=ann, version=renew(ann.bot, "better"))
    fixtures.void(fixture=Fixture.objects.order_by("pk")[0], reason="the lights went out")
    now = season.opens + timedelta(seconds=31)
    while season.divisions.get().settled < 1:
        scheduler.tick(now)
        for attempt in open_attempts():
            finish(attempt)
    cheat = season.divisions.get().entries.get(bot__name="dan")
    corrections.drop(entry=cheat, by=None, reason="cheated")
    table = Fixture.objects.filter(round__number=1, state="finished").order_by("pk")[0]
    corrections.void(fixture=table, by=None, reason="cheated as well")
    play_out(season)
    return season


@pytest.fixture
def archive(closed, tmp_path):
    """Its archive, written as a desk worker does."""
    archives.write(archive=closed.archive.pk)
    closed.archive.refresh_from_db()
    return archives.path(closed.archive.digest)


@pytest.fixture
def saved(request, tmp_path):
    """A copy of the archive, of a season that is played once for all tests."""
    if not WRITTEN:
        WRITTEN.append(request.getfixturevalue("archive").read_bytes())
    path = tmp_path / "season.zip"
    path.write_bytes(WRITTEN[0])
    return path


def test_somebody_who_left_is_missing_in_no_archive(closed, tmp_path, capsys):
    archives.write(archive=closed.archive.pk)
    closed.archive.refresh_from_db()
    leaver = User.objects.get(bots__name="ann")
    accounts.delete(user=leaver, by=leaver)
    later = tmp_path / "later.zip"
    writing.write(later, documents.archive(closed))
    for path, name in ((archives.path(closed.archive.digest), b"owner-of-ann"), (later, b"deleted:")):
        assert main([str(path)]) == 0, capsys.readouterr().err
        with ZipFile(path) as files:
            assert any(name in files.read(one) for one in files.namelist())


def test_the_archive_of_a_whole_season_proves_itself(archive, capsys):
    assert main([str(archive)]) == 0, capsys.readouterr().err
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    with ZipFile(archive) as file:
        finished = file.read("records.jsonl").splitlines()
    assert lines["checksums"] == "8 files"
    assert lines["fixtures"].startswith(f"{len(finished)} proved, with {3 * len(finished)} matches and ")
    assert lines["fixtures"].endswith(", 2 void")
    assert lines["ratings"].endswith("made again, exactly")
    assert lines["table"] == "5 ranks in 1 divisions made again"
    assert lines["true"] == "Open, Season 1"


def test_what_was_decided_in_an_archive_is_told_row_by_row(saved):
    with ZipFile(saved) as file:
        fixtures = [json.loads(line) for line in file.read("records.jsonl").splitlines()]
    played = {
        (one["number"], match["deal"], match["rotation"]): match["record"]["points"]
        for one in fixtures
        for match in one["matches"]
    }
    told = {(row.fixture, row.deal, row.rotation): row.all_points for row in every_decision([saved])}
    assert told == played


def test_the_same_season_gives_the_same_bytes_and_who_comes_second_changes_nothing(archive, closed, tmp_path):
    kept = closed.archive
    Archive.objects.update(digest="", size=0)
    archives.write(archive=kept.pk)
    assert Archive.objects.values("digest", "size").get() == {
        "digest": hashlib.sha256(archive.read_bytes()).hexdigest(),
        "size": archive.stat().st_size,
    }
    archive.write_bytes(b"")
    archives.write(archive=kept.pk)
    assert archive.read_bytes() == b""
    assert not list(archive.parents[1].glob("tmp*"))


def test_an_archive_is_proved_by_what_a_bots_author_has_installed(saved):
    code = "import sys; from tournaments.verify import main; main(); print(*sys.modules)"
    command = [sys.executable, "-c", code, str(saved)]
    proof = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env={}, check=True)
    *_, last, modules = proof.stdout.splitlines()
    assert last == "true        Open, Season 1"
    assert not {"bots", "celery", "django", "numpy"} & set(modules.split())


def test_no_log_no_address_and_no_dice_are_in_it(saved):
    everything = b"".join(unpacked(saved).values())
    for word in (b'"log"', b"@", b'"dice', b"the lights went out", b"cheated"):
        assert word not in everything, word
    assert b"owner-of-ann" in everything


def unpacked(path):
    """The files of an archive by their names."""
    with ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def packed(path, parts):
    """A zip beside the archive."""
    other = path.with_name("other.zip")
    with ZipFile(other, "w") as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return other


def rewritten(path, name, change):
    """The archive with another content of one file, and checksums that agree with it."""
    parts = {each: one for each, one in unpacked(path).items() if each not in ("SHA256SUMS", "README.txt")}
    before = parts[name]
    parts[name] = change(before)
    assert parts[name] != before
    other = path.with_name("tampered.zip")
    writing.write(other, ((each, [one]) for each, one in parts.items()))
    return other


def row(which, **values):
    """Changes these values in the first object of a list for which `which` says so."""

    def change(content):
        rows = [json.loads(line) for line in content.splitlines()]
        next(each for each in rows if which(each)).update(values)
        return "".join(json.dumps(each) + "\n" for each in rows).encode()

    return change


def season_with(**values):
    return lambda content: json.dumps({**json.loads(content), **values}).encode()


def record_with(change):
    """Changes the records of the fixture PLAYED."""

    def changed(content):
        fixtures = [json.loads(line) for line in content.splitlines()]
        change(next(one for one in fixtures if one["number"] == PLAYED))
        return "".join(json.dumps(one) + "\n" for one in fixtures).encode()

    return changed


def swapped(content):
    """The first two lines in the other order."""
    first, second, *more = content.splitlines(keepends=True)
    return b"".join([second, first, *more])


def backwards(content):
    return b"".join(reversed(content.splitlines(keepends=True)))


def shortened(content):
    return b"".join(content.splitlines(keepends=True)[:-1])


def any_row(each):
    return True


def disqualified(each):
    return each["state"] == "disqualified"


def twice(content):
    return content + content.splitlines()[0]


def placed(counts=True, **values):
    """Changes the first placing that counts, or that does not."""

    def change(content):
        rows = [json.loads(line) for line in content.splitlines()]
        placings = [each for one in rows if one["state"] == "finished" for each in one["placings"]]
        next(each for each in placings if (each["rank"] is not None) == counts).update(values)
        return "".join(json.dumps(each) + "\n" for each in rows).encode()

    return change


PLAYED = "1.2.1.1"
RECORDS = "records.jsonl"
LIES = [
    ("season.json", season_with(secret="f" * 64), "season.json: the secret is not the one"),
    ("season.json", season_with(commitment="0" * 64), "season.json: the secret is not the one"),
    ("season.json", season_with(game="donkey"), "is not of that game"),
    ("season.json", season_with(rules={"deals": 2}), "has other rules than the season"),
    ("season.json", season_with(beta=4.0), "fixtures.jsonl, 1/1.1."),
    ("season.json", season_with(widening=0.5), "fixtures.jsonl, 1/1."),
    ("season.json", season_with(format=2), "season.json: format 2 is not 1"),
    ("season.json", season_with(surprise=1), "season.json: Object contains unknown field"),
    ("season.json", season_with(stages=[]), "season.json: a division is in none"),
    ("season.json", season_with(stages=[{"format": "chess"}]), "season.json: Invalid enum value"),
    (
        "season.json",
        season_with(stages=[{"format": "ladder"}]),
        "season.json: a division is in none of the 1 stages",
    ),
    ("entries.jsonl", row(any_row, bot="eve"), "is not listed as it was played"),
    ("entries.jsonl", row(any_row, start=[26.0, 8.0]), "before: should be (26.0, 8.0)"),
    ("entries.jsonl", row(any_row, end=[50.0, 1.0]), "entries.jsonl, entry 1: should be"),
    ("entries.jsonl", row(any_row, number=2), "entries.jsonl: two have the same number"),
    (
        "entries.jsonl",
        row(disqualified, state="in"),
        "table.jsonl: entry 4 should be",
    ),
    ("entries.jsonl", lambda content: b"{", "entries.jsonl, line 1: "),
    ("events.jsonl", row(lambda one: one["kind"] == "version", after_round=2), "before: should be"),
    ("events.jsonl", row(lambda one: one["kind"] == "drop", kind="void"), "for others than were dropped"),
    ("rounds.jsonl", row(any_row, number=99), "is of no round"),
    ("fixtures.jsonl", row(lambda one: one["state"] == "finished", state="void"), "fixtures.jsonl"),
    ("fixtures.jsonl", row(lambda one: one["round"] == 2, kin=True), "after: should be"),
    ("fixtures.jsonl", placed(rank=7), "is not listed as it was played"),
    ("fixtures.jsonl", placed(fixture_points=7.0), "is not listed as it was played"),
    ("fixtures.jsonl", placed(before=[25.0, 8.0]), "before: should be"),
    ("fixtures.jsonl", placed(after=[25.0, 8.0]), "after: should be"),
    ("fixtures.jsonl", placed(False, before=[25.0, 8.0]), "should not be rated"),
    ("fixtures.jsonl", placed(entry=99), "has 99, which is no entry"),
    ("table.jsonl", row(lambda one: one["rank"] == 1, rank=2), "table.jsonl: entry"),
    ("table.jsonl", row(lambda one: one["rank"] == 1, medal=""), "table.jsonl: entry"),
    ("table.jsonl", row(any_row, score=50.0), "table.jsonl: entry"),
    ("table.jsonl", row(any_row, moves="up"), "table.jsonl: entry"),
    (
        "table.jsonl",
        twice,
        "table.jsonl: an entry is there twice",
    ),
    (
        RECORDS,
        record_with(lambda one: one["season"].update(division=2)),
        f"{RECORDS}, 1/{PLAYED}: order_seed",
    ),
    (
        RECORDS,
        record_with(lambda one: one.update(season=None)),
        f"{RECORDS}, 1/{PLAYED}: does not have the season's",
    ),
    (RECORDS, record_with(lambda one: one["deals"].__setitem__(0, "x")), f"{RECORDS}, 1/{PLAYED}: deals[0]"),
    (RECORDS, record_with(lambda one: one["matches"].pop()), f"{RECORDS}, 1/{PLAYED}: matches: are not each"),
    (
        RECORDS,
        record_with(lambda one: one["matches"][1]["record"]["moves"].reverse()),
        f"{RECORDS}, 1/{PLAYED}: matches[1].moves[0]: ",
    ),
    (
        RECORDS,
        record_with(lambda one: one["matches"][1]["record"].update(points=[0, 0, 0])),
        f"{RECORDS}, 1/{PLAYED}: matches[1].points: are",
    ),
    (
        RECORDS,
        record_with(lambda one: one["competitors"][0].update(rank=9)),
        f"{RECORDS}, 1/{PLAYED}: competitors[0]",
    ),
    (RECORDS, shortened, f"{RECORDS}: 1/2.4.1.1 is missing"),
    (RECORDS, twice, f"{RECORDS}: holds more than was played"),
    (RECORDS, swapped, "is not of that game, table size, number"),
    (RECORDS, lambda content: b"{", f"{RECORDS}, 1/1.1.2.1: is not JSON"),
    ("fixtures.jsonl", backwards, "is of no round, or not in its place"),
    ("fixtures.jsonl", lambda content: content + content, "fixtures.jsonl: 1/1.1.1.1 is of no round"),
    ("fixtures.jsonl", row(any_row, number="1.2.9.1"), "fixtures.jsonl: 1/1.2.9.1 is of another round"),
    ("fixtures.jsonl", row(any_row, number="1.1.x.1"), "fixtures.jsonl: 1/1.1.x.1 is of another round"),
    ("rounds.jsonl", swapped, "fixtures.jsonl: 1/1.1.1.1 is of no round, or not in its place"),
    ("rounds.jsonl", twice, "rounds.jsonl: round 1 of division 1 is not in its place"),
    ("rounds.jsonl", shortened, "is of no round"),
    ("rounds.jsonl", row(any_row, stage=3), "rounds.jsonl: round 1 is in a division or stage that is not"),
    ("rounds.jsonl", row(any_row, stage=2), "fixtures.jsonl: 1/1.1.1.1 is of another round"),
]


def test_the_first_place_that_does_not_hold_is_named(saved, capsys, record_property):
    """All lies about one season, which is played once: each with checksums that agree."""
    for name, change, sentence in LIES:
        assert main([str(rewritten(saved, name, change))]) == 1, (name, sentence)
        error = capsys.readouterr().err
        assert error.startswith("verify: "), error
        assert sentence in error
    record_property("probes", len(LIES))


def test_without_new_checksums_any_change_is_named_by_its_file(saved, capsys):
    parts = unpacked(saved)
    for name in [each for each in parts if each != "SHA256SUMS"]:
        assert main([str(packed(saved, {**parts, name: parts[name] + b" "}))]) == 1
        assert capsys.readouterr().err == f"verify: {name}: is not as listed in SHA256SUMS\n"


def test_a_broken_file_is_named(saved, capsys):
    content = bytearray(saved.read_bytes())
    with ZipFile(saved) as file:
        part = file.getinfo("table.jsonl")
    content[part.header_offset + 60 + part.compress_size // 2] ^= 1
    saved.write_bytes(content)
    assert main([str(saved)]) == 1
    assert capsys.readouterr().err.startswith("verify: table.jsonl: ")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"", "x.zip: is not an archive"), (b"PK", "x.zip: is not an archive"), (None, "No such file")],
)
def test_what_is_no_archive_is_said_to_be_none(content, sentence, tmp_path, capsys):
    path = tmp_path / "x.zip"
    if content is not None:
        path.write_bytes(content)
    assert main([str(path)]) == 1
    assert sentence in capsys.readouterr().err


def test_a_file_that_is_missing_or_not_listed_is_named(saved, capsys):
    parts = unpacked(saved)
    for changed, sentence in (
        ({name: one for name, one in parts.items() if name != RECORDS}, f"{RECORDS}: is missing"),
        ({**parts, "more.json": b""}, "more.json: is not in the list of checksums"),
        ({name: one for name, one in parts.items() if name != "SHA256SUMS"}, "SHA256SUMS: is missing"),
    ):
        assert main([str(packed(saved, changed))]) == 1
        assert capsys.readouterr().err == f"verify: {sentence}\n"
