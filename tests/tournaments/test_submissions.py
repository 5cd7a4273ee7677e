"""What comes twice under one key makes one version, for a day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bots.errors import UploadError
from tests.tournaments.playing import script
from tournaments import tasks
from tournaments.errors import KeyUsedError
from tournaments.models import Submission
from tournaments.services import bots, submissions, versions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def submit(owner, shipped):
    """Submits a script under a word."""

    def sent(content, word="a-word", by=owner):
        bot = by.bots.first() or bots.create(owner=by, name=f"of-{by}")
        key = submissions.key(by, word, script(content), bot=bot.pk)
        upload = {"bot": bot, "data": script(content), "filename": "bot.py", "games": ["pis_yedili"]}
        return versions.submit(**upload, key=key)

    return sent


def test_the_same_again_is_the_version_that_there_is(submit):
    first = submit("one")
    assert submit("one") == first
    assert submit("one", "another-word") != first
    assert first.bot.versions.count() == 2
    assert first.trials.count() == 1


def test_something_else_under_the_same_key_is_refused(submit):
    first = submit("one")
    with pytest.raises(KeyUsedError, match="something else was sent under this key"):
        submit("two")
    assert first.bot.versions.count() == 1


def test_everybody_has_keys_of_their_own(submit, member):
    assert submit("one") != submit("one", by=member)


def test_a_refused_upload_takes_no_key(owner):
    bot, data = bots.create(owner=owner, name="ann"), b"def choose("
    with pytest.raises(UploadError):
        versions.submit(bot=bot, data=data, filename="bot.py", key=submissions.key(owner, "a-word", data))
    assert not Submission.objects.exists()


def test_a_key_is_remembered_for_a_day_and_then_forgotten_by_the_beat(submit):
    first = submit("one")
    Submission.objects.update(created=timezone.now() - submissions.KEPT + timedelta(minutes=1))
    tasks.expire()
    assert submit("one") == first
    Submission.objects.update(created=timezone.now() - submissions.KEPT)
    tasks.expire()
    assert submit("one") != first
