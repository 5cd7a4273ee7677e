"""From an upload to a version that competes, or to the reason why not."""

import pytest
from django.db import IntegrityError

from bots.errors import UploadError
from tests.tournaments.playing import FAULTY, active_bot, finish, join, open_attempts, renew, script
from tournaments.errors import LimitError, NameTakenError
from tournaments.models import Activation, Entry, Fixture, SeasonEvent, Seating, Version
from tournaments.services import bots, fixtures, orders, quotas, scheduler, trials, versions

pytestmark = pytest.mark.django_db(transaction=True)


def submit(owner, name="ann"):
    bot = bots.create(owner=owner, name=name)
    return versions.submit(bot=bot, data=script(name), filename="bot.py", games=["pis_yedili"], note="first")


def test_an_upload_goes_to_its_trial_before_everything_else(owner, shipped, rung):
    version = submit(owner)
    version.refresh_from_db()
    assert (version.number, version.state, version.note) == (1, "trial", "first")
    [(order, priority)] = rung
    assert priority == 0
    assert order["seats"] == 2
    assert sorted(one["name"] for one in order["competitors"]) == ["ann", "sensible"]
    assert order["rules"] == {}


def test_a_version_without_a_fault_is_active_however_badly_it_plays(owner, shipped):
    version = submit(owner)
    assert finish(open_attempts()[0])
    version.refresh_from_db()
    assert (version.state, version.reason) == ("active", "")
    assert Activation.objects.get(bot=version.bot).version == version
    assert version.trials.get().open


def test_a_version_with_a_fault_is_refused_and_told_why(owner, shipped):
    version = submit(owner, FAULTY)
    assert finish(open_attempts()[0])
    version.refresh_from_db()
    assert version.state == "refused"
    assert version.reason == "In its trial in Pis Yedili: ended in the middle of a match"
    assert not Activation.objects.filter(bot=version.bot).exists()


def test_the_reason_told_is_that_of_the_fault_that_came_first(owner, shipped):
    version = submit(owner, FAULTY)
    assert not orders.ordered(version.trials.get()).forgiving
    assert finish(open_attempts()[0])
    seatings = Seating.objects.filter(version=version)
    seatings.filter(match__deal=0, match__rotation=0).update(fault="", fault_reason="")
    seatings.filter(match__deal=1, match__rotation=0).update(fault_reason="fell over")
    seatings.filter(match__rotation=1).update(fault="repeated", fault_reason="sits out")
    Version.objects.update(state="trial", reason="")
    trials.conclude(version.trials.get())
    version.refresh_from_db()
    assert version.reason == "In its trial in Pis Yedili: fell over"


def test_an_upload_that_cannot_be_read_leaves_no_version(owner):
    bot = bots.create(owner=owner, name="ann")
    with pytest.raises(UploadError):
        versions.submit(bot=bot, data=b"def choose(:", filename="bot.py", games=["pis_yedili"])
    assert not Version.objects.exists()


def test_a_void_trial_is_repeated_however_often_and_refuses_nobody(owner, shipped):
    version = submit(owner)
    trial = version.trials.get()
    for number in range(1, 6):
        fixtures.void(fixture=trial, reason="no room")
        trial = trial.replacement
        assert trial.number == f"trial.ann.1.pis_yedili.{number + 1}"
    version.refresh_from_db()
    assert version.state == "trial"
    scheduler.tick(trial.due)
    assert finish(open_attempts()[0])
    version.refresh_from_db()
    assert version.state == "active"


def test_a_trial_that_was_never_drawn_is_drawn_by_the_desk(owner, shipped, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(trials, "begin", lambda **_: 1 / 0)
        version = submit(owner)
    assert not version.trials.exists()
    scheduler.tick(version.created + scheduler.timedelta(seconds=11))
    version.refresh_from_db()
    assert version.state == "trial"
    assert version.trials.count() == 1


def test_without_house_bots_a_version_plays_its_trial_against_itself(owner, rung):
    submit(owner)
    assert [one["name"] for one in rung[0][0]["competitors"]] == ["ann", "ann"]
    assert finish(open_attempts()[0])


def test_a_trial_that_ends_late_does_not_bring_an_old_version_back(owner, shipped):
    old = submit(owner)
    new = renew(old.bot, "second")
    assert finish(open_attempts()[0])
    assert Activation.objects.get(bot=old.bot).version == new
    old.refresh_from_db()
    assert old.state == "active"  # it has passed


def test_an_old_version_competes_until_the_new_one_has_passed(owner, shipped, season):
    [entry] = join(season, "ann", owner=owner)
    before = entry.version
    version = versions.submit(bot=entry.bot, data=script("v2"), filename="bot.py", games=["pis_yedili"])
    entry.refresh_from_db()
    assert entry.version == before
    assert finish(open_attempts(fixture__kind="trial")[0])
    entry.refresh_from_db()
    assert entry.version == version
    assert SeasonEvent.objects.get().kind == "version"


def test_names_of_bots_are_unique_in_any_case(owner, member):
    bots.create(owner=owner, name="ann")
    with pytest.raises(NameTakenError, match="there is a bot named Ann already"):
        bots.create(owner=member, name="Ann")
    with pytest.raises(IntegrityError):
        member.bots.create(name="Ann")


def test_numbers_count_within_a_bot(owner):
    bot = active_bot(owner, "ann")
    assert [renew(bot, content).number for content in ("two", "three")] == [2, 3]
    assert Entry.objects.count() == Fixture.objects.count() == 0


def test_one_upload_too_many_is_refused_and_nothing_of_it_kept(owner, monkeypatch, settings):
    monkeypatch.setattr(quotas, "UPLOADS_AN_HOUR", 1)
    bot = submit(owner).bot
    kept = sorted(settings.CARAVAN_STORE.rglob("*"))
    with pytest.raises(LimitError, match="1 uploads in an hour"):
        versions.submit(bot=bot, data=script("more"), filename="bot.py", games=["pis_yedili"])
    with pytest.raises(LimitError, match="1 new bots in an hour"):
        bots.create(owner=owner, name="another")
    assert (bot.versions.count(), owner.bots.count()) == (1, 1)
    assert sorted(settings.CARAVAN_STORE.rglob("*")) == kept


def test_what_the_house_makes_counts_against_no_limit(shipped, monkeypatch):
    monkeypatch.setattr(quotas, "UPLOADS_AN_HOUR", 1)
    for content in ("two", "three"):
        renew(shipped[0], content)
    assert shipped[0].versions.count() == 3
