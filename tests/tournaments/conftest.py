"""People, house bots, a league and a season."""

import pytest
from celery import Celery
from django.utils import timezone

from tests.tournaments.playing import script
from tournaments.models import League, User
from tournaments.services import house, seasons


@pytest.fixture(autouse=True)
def _data(tmp_path, settings):
    settings.CARAVAN_DATA = tmp_path
    settings.CARAVAN_LEASE = 60.0


@pytest.fixture(autouse=True)
def rung(monkeypatch):
    """The messages that were sent to play workers, in order: order and priority."""
    messages = []

    def send_task(app, name, *, args, queue, priority=None):
        if queue == "desk":
            return
        assert (name, queue, len(args)) == ("play.fixture", "play", 1)
        messages.append((args[0], priority))

    monkeypatch.setattr(Celery, "send_task", send_task)  # of every app: each thread may have its own
    return messages


@pytest.fixture
def owner(db):
    return User.objects.create_user("owner")


@pytest.fixture
def member(db):
    return User.objects.create_user("member")


@pytest.fixture
def shipped(db, tmp_path):
    """Three house bots."""
    made = []
    for name in ("random", "sensible", "steady"):
        folder = tmp_path / "house" / name
        folder.mkdir(parents=True)
        (folder / "bot.py").write_bytes(script(name))
        made.append(house.ship(name=name, folder=folder, games=["pis_yedili"]))
    return made


@pytest.fixture
def league(db):
    return League.objects.create(
        slug="open", title="Open", game="pis_yedili", seats=3, rules={"deals": 1}, bots_per_user=2
    )


@pytest.fixture
def season(league, shipped):
    """A season for tables of three that is open for registration."""
    made = seasons.create(league=league, opens=timezone.now())
    seasons.open_registration(season=made)
    made.refresh_from_db()
    return made
