"""What Prometheus is told, against what was done; and who may ask."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone
from prometheus_client.openmetrics.parser import text_string_to_metric_families as open_metrics
from prometheus_client.parser import text_string_to_metric_families as text

from tests import databases, postgres
from tests import world as builder
from tournaments.models import Attempt, Desk, Fixture, Placing, Round, Seating
from tournaments.services import attempts, corrections, fixtures, ratings, workers

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _apart(settings, tmp_path):
    settings.CARAVAN_DATA, settings.CARAVAN_LEASE = tmp_path, 60.0


@pytest.fixture
def world():
    """A site on which something has happened."""
    return builder.build()


def scraped() -> dict[str, float]:
    """Every sample by its name and labels, as `name label…`."""
    families = text(Client().get("/metrics").content.decode())
    samples = (sample for family in families for sample in family.samples)
    return {" ".join([one.name, *one.labels.values()]): one.value for one in samples}


def test_a_new_caravan_has_figures_too():
    found = scraped()
    assert found["caravan_queue_fixtures rated"] == found["caravan_attempts_total done"] == 0
    assert found["caravan_workers"] == found["caravan_rating_alarms_total"] == 0
    assert "caravan_desk_silent_seconds" not in found


def test_the_queue_by_kind(world):
    Fixture.objects.filter(pk=world.trial.pk).update(
        state=Fixture.State.WAITING, due=timezone.now() - timedelta(minutes=5)
    )
    found = scraped()
    assert found["caravan_queue_fixtures trial"] == 1
    assert 300 <= found["caravan_queue_oldest_seconds trial"] < 400
    assert found["caravan_queue_fixtures rated"] == found["caravan_queue_oldest_seconds rated"] == 0


def test_what_is_put_off_has_not_waited(world):
    later = timezone.now() + timedelta(minutes=5)
    Fixture.objects.filter(pk=world.trial.pk).update(state=Fixture.State.WAITING, due=later)
    assert scraped()["caravan_queue_oldest_seconds trial"] == 0


def test_attempts_by_outcome(world):
    held = world.playing.attempts.get()
    assert scraped()["caravan_attempts_open running"] == 1
    attempts.fail(attempt=held.pk, token=held.token, error="no room")
    found = scraped()
    assert found["caravan_attempts_open running"] == 0
    assert found["caravan_attempts_total failed"] == 1
    assert found["caravan_attempts_total done"] == Attempt.objects.filter(state="done").count() == 3


def test_the_time_that_fixtures_take(world):
    now = timezone.now()
    for fixture, seconds in ((world.open, 1.5), (world.held, 15)):
        Fixture.objects.filter(pk=fixture.pk).update(
            started_at=now - timedelta(seconds=seconds), finished_at=now
        )
    Fixture.objects.filter(pk=world.trial.pk).update(finished_at=now - timedelta(hours=2))
    found = scraped()
    within = [
        found[f"caravan_fixture_seconds_bucket pis_yedili {le}"] for le in ("1.0", "2.0", "10.0", "20.0")
    ]
    assert within == [0, 1, 1, 2]
    assert found["caravan_fixture_seconds_gcount pis_yedili"] == 2
    assert found["caravan_fixture_seconds_gsum pis_yedili"] == pytest.approx(16.5)


def test_faults_by_code(world):
    assert Seating.objects.filter(fault="timeout").count() == 1
    faults = {name: count for name, count in scraped().items() if "faults" in name}
    assert faults == {"caravan_faults_total timeout": 1}


def test_a_second_opinion_that_differs_is_an_alarm(world):
    round = Round.objects.get(state=Round.State.SETTLED)
    step = ratings.Step({}, list(Placing.objects.filter(fixture__round=round).select_related("fixture")))
    assert ratings.second_opinion(round, step) < ratings.ALARM
    assert scraped()["caravan_rating_alarms_total"] == 0
    step.placings[0].mu_after += 0.01
    assert ratings.second_opinion(round, step) > ratings.ALARM
    assert scraped()["caravan_rating_alarms_total"] == 1


def test_a_table_given_up_for_good_is_counted_once(world):
    fixture = world.playing
    for tries in range(fixtures.TRIES):
        assert scraped()["caravan_void_tables_total"] == 0, tries
        fixtures.void(fixture=fixture, reason="a test")
        fixture = Fixture.objects.filter(replaces=fixture).first()
    assert scraped()["caravan_void_tables_total"] == 1


def test_a_table_that_an_organiser_took_out_alarms_nobody(world):
    corrections.void(fixture=world.open, by=world.staff, reason="a test")
    world.open.refresh_from_db()
    assert world.open.state == "void"
    assert scraped()["caravan_void_tables_total"] == 0


def test_workers_and_the_desk(world):
    Desk.objects.create(pk=1, ticked_at=timezone.now() - timedelta(minutes=1))
    workers.heard(name="play1@host")
    found = scraped()
    assert found["caravan_workers"] == 2  # that one and "here", who plays
    assert 60 <= found["caravan_desk_silent_seconds"] < 120


def test_it_comes_as_openmetrics_where_that_is_asked_for(world):
    answer = Client().get("/metrics", headers={"accept": "application/openmetrics-text; version=1.0.0"})
    assert answer["Content-Type"].startswith("application/openmetrics-text")
    families = {family.name: family.type for family in open_metrics(answer.content.decode())}
    assert families["caravan_fixture_seconds"] == "gaugehistogram"
    assert families["caravan_attempts"] == "counter"


def test_a_scrape_is_a_few_queries_however_much_there_is(world, django_assert_max_num_queries):
    with django_assert_max_num_queries(9):
        scraped()


def test_postgresql_tells_the_same():
    binaries = postgres.programs()
    if binaries is None:
        pytest.skip("there is no PostgreSQL: apt-get install postgresql")
    with postgres.server(binaries) as address, databases.default(address):
        world = builder.build()
        Fixture.objects.filter(pk=world.open.pk).update(started_at=F("finished_at") - timedelta(seconds=5))
        found = scraped()
    assert found["caravan_fixture_seconds_gcount pis_yedili"] == 3
    assert found["caravan_fixture_seconds_gsum pis_yedili"] >= 5
    assert found["caravan_attempts_open running"] == found["caravan_faults_total timeout"] == 1


def test_faults_are_counted_in_their_own_index():
    if connection.vendor != "sqlite":
        pytest.skip("SQLite's words")
    plan = Seating.objects.exclude(fault="").order_by().values("fault").explain()
    assert "seating_fault" in plan
    assert "COVERING INDEX" in Attempt.objects.order_by().values("state").explain()


class TestWhoMayAsk:
    """This machine, or who bears the token."""

    def status(self, **more):
        return Client().get("/metrics", **more).status_code

    @pytest.mark.parametrize(("address", "status"), [("127.0.0.1", 200), ("::1", 200), ("192.0.2.7", 403)])
    def test_this_machine(self, address, status):
        assert self.status(REMOTE_ADDR=address) == status

    @pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
    def test_nobody_through_a_proxy_on_this_machine(self, header):
        assert self.status(headers={header: "127.0.0.1"}) == 403

    def test_with_a_token_only_who_bears_it(self, settings):
        settings.CARAVAN_METRICS_TOKEN = "a word"  # noqa: S105
        assert self.status() == 403
        assert self.status(headers={"authorization": "Bearer another wörd"}) == 403
        assert self.status(REMOTE_ADDR="192.0.2.7", headers={"authorization": "Bearer a word"}) == 200

    def test_nothing_is_changed_by_asking(self):
        assert Client().post("/metrics").status_code == 405
