"""Whatever runs a season is killed at any moment of it: the season is that of an undisturbed run."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from django.test import override_settings

from tests import databases, postgres, remains
from tests.caravan import chaos
from tests.launched import Launched, eventually
from tournaments.archive.proof import prove
from tournaments.models import Archive, Attempt, Entry, Fixture, Placing, Round, Season
from tournaments.services import archives, rebuild, seasons

pytestmark = pytest.mark.django_db(transaction=True)

UID = 62_000 + os.getpid() % 900
"""Of the play workers here, and of nobody else."""
SETTINGS = {"CARAVAN_PLAY_UID": str(UID), "CARAVAN_RING_AGAIN": "60"}


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, tmp_path) -> Iterator[postgres.Server | None]:
    """A server that may be killed; None where the database is a file."""
    if request.param == "sqlite":
        yield None
        return
    binaries = postgres.programs()
    if binaries is None:
        pytest.skip("there is no PostgreSQL: apt-get install postgresql")
    with postgres.running(binaries) as server:
        yield server


@contextmanager
def leaving_nothing(caravan: Launched, database: postgres.Server | None) -> Iterator[None]:
    """Ends it; then nothing of it is on the host any more, nor of what was killed of it and its database."""
    mounts = mounted()
    known = remains.family(os.getpid()) - {caravan.process.pid, *remains.family(caravan.process.pid)}
    with remains.adopting():
        try:
            yield
        finally:
            code = caravan.stop()
        assert code == 0
        others = database.family if database else set
        assert eventually(lambda: remains.reaped(known | others())), remains.family(os.getpid())
    assert not remains.seers(caravan.data)
    assert not remains.shared({UID})
    assert not list(caravan.data.glob("broker/*"))
    assert mounted() == mounts


def mounted() -> str:
    """What this process sees mounted."""
    return Path("/proc/self/mountinfo").read_text()


def rated_once(season: Season) -> None:
    """An entry has one placing a round, rated from where the one before led to, up to the table's figure."""
    for entry in Entry.objects.filter(division__season=season):
        placings = entry.placings.order_by("fixture__round__number")
        numbers = list(placings.values_list("fixture__round__number", flat=True))
        assert len(numbers) == len(set(numbers))
        reached = (entry.start_mu, entry.start_sigma)
        for one in placings:
            assert (one.mu_before, one.sigma_before) == reached
            reached = (one.mu_after, one.sigma_after)
        assert (entry.mu, entry.sigma) == reached


def nothing_lost(season: Season) -> None:
    """Every drawn fixture is finished by one attempt, with matches and placings; every round is settled."""
    rounds = Round.objects.filter(division__season=season)
    assert set(rounds.values_list("state", flat=True)) == {Round.State.SETTLED}
    assert not rounds.filter(disagreement=None).exists()
    fixtures = Fixture.objects.filter(round__in=rounds)
    assert fixtures.count() == 3 * rounds.count()
    assert set(fixtures.values_list("state", "replaces")) == {(Fixture.State.FINISHED, None)}
    for fixture in fixtures:
        assert fixture.attempts.filter(state=Attempt.State.DONE).count() == 1
        assert not fixture.attempts.filter(state__in=Attempt.OPEN).exists()
        assert fixture.matches.exclude(record="").count() == 3
    competing = Entry.objects.filter(division__season=season, house=False)
    placings = Placing.objects.filter(fixture__in=fixtures, rank__isnull=False, mu_after__isnull=False)
    assert placings.count() == 3 * fixtures.count()
    for entry in competing:
        assert placings.filter(entry=entry).count() == rounds.count()


@pytest.mark.parametrize("kills", [10, pytest.param(100, marks=pytest.mark.long)])
def test_a_season_amid_kills_is_the_season_of_an_undisturbed_run(kills, database, tmp_path, record_property):
    demo, data = chaos.write_demo(tmp_path / "bots"), tmp_path / "data"
    address = database.address if database else f"sqlite:///{data}/caravan.sqlite3"
    data.mkdir(0o700)
    own = override_settings(CARAVAN_DATA=data, CARAVAN_STORE=data / "versions")
    with own, databases.default(address):
        season = chaos.load(demo)
        caravan = Launched(data, DATABASE_URL=address, CARAVAN_DEMO=str(demo), **SETTINGS)
        with leaving_nothing(caravan, database):
            assert caravan.served(), caravan.said
            watched = chaos.Watched(season)
            killer = chaos.Killer(Random(kills), caravan, watched, database)
            dead = Counter(killer.kill(kills))
            assert set(dead) == set(killer.kinds)
            seasons.end_stage(season=season)
            assert eventually(watched.closed)
            assert eventually(caravan.ready)
        season.refresh_from_db()
        nothing_lost(season)
        rated_once(season)
        assert rebuild.rebuild(season=season).differences == []
        prove(archives.path(Archive.objects.get(season=season).digest), print)
        seen, rounds = chaos.figures(season), season.divisions.get().settled
        lost = Attempt.objects.filter(state=Attempt.State.LOST).count()
    undisturbed = chaos.load(demo, rounds)
    chaos.play_undisturbed(undisturbed)
    assert chaos.figures(undisturbed) == seen
    record_property("kills of a season", dead.total())
    record_property("attempts lost to kills", lost)
