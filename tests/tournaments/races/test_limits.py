"""Limits hold for those who come at once, on the site and with programs."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models.signals import pre_save
from django.test import Client

from tests.tournaments.playing import active_bot, script
from tests.tournaments.racing import meeting, together
from tournaments.models import Bot, Version
from tournaments.services import quotas, tokens


@pytest.fixture
def meet_making():
    """The first who is about to write a new bot waits for the second."""
    stay = meeting()
    pre_save.connect(stay, sender=Bot)
    yield
    pre_save.disconnect(stay, sender=Bot)


def by_form(owner, path, **said):
    """Posts a form of the site, signed in."""
    client = Client()
    client.force_login(owner)
    form = {"script": script("new").decode(), "games": ["pis_yedili"], **said}
    return lambda: client.post(f"/bots/{path}/", form)


def by_program(owner, path, said, **more):
    """Posts to the API, with a token."""
    _, token = tokens.issue(user=owner, name="a program", scopes=["submit"])
    headers = {"Authorization": f"Bearer {token}"}
    return lambda: Client().post(f"/api/v1/bots/{path}", said, headers=headers, **more)


def one_goes_in(*sent):
    """Of those that are sent at once one is taken, and all others are to wait."""
    first, *others = sorted(answer.status_code for answer in together(*sent))
    assert first in (201, 302)
    assert others == [429] * (len(sent) - 1)


def test_the_limit_on_uploads_holds_for_those_that_come_at_once(shipped, owner, meet, monkeypatch):
    theirs = [active_bot(owner, name) for name in ("ann", "amy", "abe")]
    monkeypatch.setattr(quotas, "UPLOADS_AN_HOUR", len(theirs) + 1)
    sent = [by_form(owner, f"{bot}/submit") for bot in theirs]
    for bot in theirs:
        said = {"file": SimpleUploadedFile("bot.py", script("new")), "game": "pis_yedili"}
        sent.append(by_program(owner, f"{bot}/versions/", said))
    meet("versions.record")
    one_goes_in(*sent)
    assert Version.objects.filter(bot__owner=owner).count() == len(theirs) + 1


def test_the_limit_on_new_bots_holds_for_those_made_at_once(shipped, owner, meet_making, monkeypatch):
    monkeypatch.setattr(quotas, "UPLOADS_AN_HOUR", 1)
    sent = [by_form(owner, "new", name=name) for name in ("ann", "amy")]
    json = {"content_type": "application/json"}
    sent += [by_program(owner, "", {"name": name}, **json) for name in ("abe", "ada")]
    one_goes_in(*sent)
    assert owner.bots.count() == 1
