"""Archives of long seasons take no more memory than those of short ones; bombs are refused first."""

import gc
import struct
import sys
import tracemalloc
import zlib
from collections import deque
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from referee import fairness
from referee.fixture import Competitor, FixtureRecord, Secret
from tests.tournaments.playing import join, work
from tournaments import documents
from tournaments.archive import layout, proof, reading, tables, writing
from tournaments.archive.proof import prove
from tournaments.archive.reading import ArchiveFalse
from tournaments.models import Fixture, Match, Placing, Round
from tournaments.ranking import Rating
from tournaments.settling import Constants, Table, settled

BOTS, SEATS = 6, 2
FROZEN = Constants(beta=25 / 6, tau=0.05, draw_probability=0.1, widening=2.0)
SECRET = "5e" * 32
SAME = 2
"""Less than so many times the memory is the same: the interpreter keeps some of what it has freed."""


def peak(does):
    """Bytes that were in use at most, but for what was there before."""
    gc.collect()
    gc.freeze()
    tracemalloc.start()
    try:
        does()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.unfreeze()


def rounds(count):
    """A ladder of made-up results: each round with its fixtures, rated, and the ratings after it."""
    dice, current = Random(1), {number: Rating() for number in range(1, BOTS + 1)}
    for number in range(1, count + 1):
        order = dice.sample(sorted(current), BOTS)
        seated = [Table(tuple(order[at : at + SEATS]), (1, 2)) for at in range(0, BOTS, SEATS)]
        fixtures = []
        for at, (table, changes) in enumerate(zip(seated, settled(current, seated, FROZEN), strict=True), 1):
            placings = [
                layout.Placing(
                    entry=entry,
                    fixture_points=2.0 - rank,
                    rank=rank,
                    before=change.before,
                    after=change.after,
                )
                for entry, rank, change in zip(table.entries, table.ranks, changes, strict=True)
            ]
            current.update({one.entry: one.after for one in placings})
            fixtures.append(fixture(number, at, placings))
        yield number, fixtures, current


def fixture(round, table, placings):
    return layout.Fixture(
        division=1,
        round=round,
        number=f"1.{round}.{table}.1",
        state="finished",
        kin=False,
        breaks=None,
        replaces=None,
        placings=placings,
    )


def record(fixture):
    """As large as that of some matches, and nothing in it that a match could be seen by."""
    return FixtureRecord(
        number=fixture.number,
        game="pis_yedili",
        rules={f"rule {number}": number for number in range(100)},
        seats=SEATS,
        order_seed="",
        deals=["a deal"],
        competitors=[
            Competitor(f"bot-{one.entry} v1", "", one.fixture_points, one.rank) for one in fixture.placings
        ],
        matches=[],
        season=Secret(SECRET, fairness.commitment(SECRET), 1),
    )


DIVISION = layout.Division(1, "Division 1", 1)
SEASON = layout.Season(
    league="Long",
    number=1,
    title="Season 1",
    game="pis_yedili",
    seats=SEATS,
    deals=1,
    rules={},
    clocks={},
    beta=FROZEN.beta,
    tau=FROZEN.tau,
    draw_probability=FROZEN.draw_probability,
    widening=FROZEN.widening,
    carry_sigma=0.0,
    stages=[{"format": "ladder"}],
    promote=0,
    relegate=0,
    secret=SECRET,
    commitment=fairness.commitment(SECRET),
    divisions=[DIVISION],
)


def entry(number, end):
    return layout.Entry(
        number=number,
        division=1,
        bot=f"bot-{number}",
        owner=None,
        house=False,
        state="in",
        stage=1,
        version=1,
        digest="",
        start=Rating(),
        end=end,
        qualified=[],
    )


def drawn(number):
    return layout.Round(division=1, number=number, stage=1, drawn_at="", settled_at="")


def parts(count):
    """An archive of so many rounds, made while it is written."""
    current = deque(rounds(count), maxlen=1)[0][2]
    entries = [entry(number, end) for number, end in current.items()]
    table = tables.rows(reading.Archive(None, SEASON, entries, [], []), DIVISION, {(1, 1): []})
    yield layout.SEASON, writing.document(SEASON)
    yield "entries.jsonl", writing.lines(entries)
    yield "events.jsonl", []
    yield "rounds.jsonl", writing.lines(drawn(number) for number, _, _ in rounds(count))
    yield "fixtures.jsonl", writing.lines(fixtures(count))
    yield "table.jsonl", writing.lines(table)
    yield layout.RECORDS, (record(one).dumps().encode() + b"\n" for one in fixtures(count))


def fixtures(count):
    """Those of so many rounds, one after the other."""
    return (one for _, played, _ in rounds(count) for one in played)


@pytest.fixture
def quickly(monkeypatch):
    """Matches are not played again, which takes the time and a fixture's memory.

    The interpreter's table of texts grows by leaps, whoever made it long: none are entered.
    """
    monkeypatch.setattr(proof, "verify_fixture", lambda record: None)
    monkeypatch.setattr(sys, "intern", str)


def test_writing_and_proving_take_no_more_memory_for_more_fixtures(tmp_path, quickly, record_property):
    peaks, said = [], []
    for count in (30, 30, 150):  # what is made once, such as decoders, is there after the first
        path = tmp_path / f"{count}.zip"
        written = peak(lambda path=path, count=count: writing.write(path, parts(count)))
        proved = peak(lambda path=path: prove(path, said.append))
        peaks.append((written, proved))
    assert said[-4] == "fixtures    450 proved, with 0 matches and 0 moves"
    _, short, long = peaks
    assert long[0] < SAME * short[0], peaks
    assert long[1] < SAME * short[1], peaks
    record_property("fixtures of long seasons", 450)


@pytest.mark.django_db
def test_what_a_desk_writes_is_read_from_the_database_as_it_is_written(season, monkeypatch):
    monkeypatch.setattr(documents, "AT_ONCE", 10)
    join(season, "ann", "bob", "cat")
    work(season, 1)
    season.state = "closed"
    season.save()
    peaks = []
    for more in (20, 0, 80):
        lengthen(season, more)
        peaks.append(peak(lambda: read(documents.archive(season))))
    assert peaks[2] < SAME * peaks[1], peaks


def read(parts):
    """All of them, piece by piece; rows that know each other are gone when the collector comes."""
    for number, _ in enumerate(piece for _, pieces in parts for piece in pieces):
        if number % documents.AT_ONCE == 0:
            gc.collect()


def lengthen(season, more):
    """So many more rounds, each as the first was."""
    division = season.divisions.get()
    last = division.rounds.count()
    original = division.rounds.get(number=1).fixtures.get()
    made = Round.objects.bulk_create(
        Round(division=division, number=last + number) for number in range(1, more + 1)
    )
    for round in made:
        again = Fixture.objects.get(pk=original.pk)
        again.pk, again.round, again.number = None, round, f"1.{round.number}.1.1"
        again.save()
        for model, rows in ((Placing, original.placings.all()), (Match, original.matches.all())):
            for row in rows:
                row.pk, row.fixture = None, again
            model.objects.bulk_create(rows)


@pytest.mark.long
def test_a_season_of_a_hundred_thousand_fixtures_is_proved(tmp_path, quickly, record_property):
    path, said = tmp_path / "long.zip", []
    writing.write(path, parts(33_334))
    prove(path, said.append)
    assert said[-4] == "fixtures    100002 proved, with 0 matches and 0 moves"
    record_property("fixtures of long seasons", 100_002)


@pytest.fixture
def short(tmp_path, quickly):
    """A short season's files, by name, all of which hold."""
    path = tmp_path / "short.zip"
    writing.write(path, parts(3))
    prove(path, lambda line: None)
    with ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(path, files):
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return path


def refused(path):
    """Why; it takes an eighth of what the bomb unpacks to at most."""
    refusals = []

    def proved():
        with pytest.raises(ArchiveFalse) as refusal:
            prove(path, lambda line: None)
        refusals.append(str(refusal.value))

    assert peak(proved) < len(BOMB) // 8
    return refusals[0]


BOMB = bytes(64 << 20)


def test_a_file_that_is_packed_too_densely_is_refused(tmp_path, short):
    bomb = zipped(tmp_path / "bomb.zip", {**short, "records.jsonl": BOMB})
    assert refused(bomb) == "records.jsonl: is packed more than 200 times as dense"


@pytest.mark.parametrize("told", [100, len(BOMB) // 1100 * 150])
def test_a_file_that_lies_about_its_size_is_refused(tmp_path, short, told):
    """It unpacks to more than it tells, and is not unpacked further than that."""
    bomb = zipped(tmp_path / "bomb.zip", {**short, "records.jsonl": BOMB})
    lie(bomb, "records.jsonl", size=told)
    assert refused(bomb) == "records.jsonl: cannot be read: Bad CRC-32 for file 'records.jsonl'"


def test_files_that_say_that_they_are_larger_than_the_archive_are_refused(tmp_path, short):
    bomb = zipped(tmp_path / "bomb.zip", {**short, "records.jsonl": BOMB})
    lie(bomb, "records.jsonl", packed=len(BOMB))
    assert refused(bomb) == "bomb.zip: says that its files are larger than it is"


def test_a_line_that_does_not_end_is_refused(tmp_path, short, monkeypatch):
    monkeypatch.setattr(reading, "LONGEST", 10_000)
    noise = Random(1).randbytes(20_000).hex().encode()
    bomb = tmp_path / "bomb.zip"
    files = {name: one for name, one in short.items() if name not in ("README.txt", "SHA256SUMS")}
    writing.write(bomb, [(name, [one]) for name, one in {**files, "records.jsonl": noise}.items()])
    assert refused(bomb) == "records.jsonl, line 1: is longer than 10000 bytes"


def test_other_files_than_those_of_an_archive_are_refused(tmp_path, short):
    files = {name: one for name, one in short.items() if name not in ("README.txt", "SHA256SUMS")}
    path = tmp_path / "more.zip"
    writing.write(path, [(name, [one]) for name, one in {**files, "more.json": b""}.items()])
    assert refused(path) == "more.json: is not a file of an archive"
    del files["events.jsonl"]
    writing.write(path, [(name, [one]) for name, one in files.items()])
    assert refused(path) == "events.jsonl: is missing"


def lie(path, name, *, size=None, packed=None):
    """Writes other sizes into the zip's directory, and where it is small, keeps the checksum of the whole."""
    content = bytearray(path.read_bytes())
    at = content.rindex(name.encode()) - 46
    assert content[at : at + 4] == b"PK\x01\x02"
    if packed is not None:
        struct.pack_into("<L", content, at + 20, packed)
    if size is not None:
        struct.pack_into("<L", content, at + 24, size)
    assert struct.unpack_from("<L", content, at + 16)[0] == zlib.crc32(BOMB)
    path.write_bytes(content)
