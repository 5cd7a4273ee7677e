"""Mails: to an address that is theirs, once each, with a way out; where no mail is sent none waits."""

from smtplib import SMTPException

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from tournaments import tasks
from tournaments.models import Notification
from tournaments.services import mails, notifications
from tournaments.services.notifications import Notice, Wish

pytestmark = pytest.mark.django_db(transaction=True)

Kind, Mail = Notification.Kind, Notification.Mail


@pytest.fixture(autouse=True)
def _mail(settings):
    settings.CARAVAN_MAIL = True
    settings.CARAVAN_ADDRESS = "https://caravan.example.org"
    mail.outbox.clear()


@pytest.fixture
def reader(owner):
    """Somebody with an address that is confirmed."""
    EmailAddress.objects.create(user=owner, email="owner@example.org", primary=True, verified=True)
    return owner


def tell(user, *texts, kind=Kind.REFUSED):
    notifications.tell(kind, [Notice(user.pk, text, "/bots/ann/", result="a secret") for text in texts])


def test_what_cannot_wait_is_mailed_within_a_minute_and_once(reader):
    tell(reader, "ann v1 was refused.\nWhy? It was late.")
    tasks.mail()
    tasks.mail()
    [sent] = mail.outbox
    assert sent.to == ["owner@example.org"]
    assert sent.subject == "Caravan: ann v1 was refused. Why? It was late."
    assert "https://caravan.example.org/bots/ann/" in sent.body
    assert "a secret" not in sent.body
    assert Notification.objects.get().site


def test_a_day_is_one_mail(reader):
    notifications.choose(user=reader, wishes={Kind.ROUND: Wish(True, Mail.DAILY)})
    tell(reader, *(f"round {k}" for k in range(mails.LINES + 3)), kind=Kind.ROUND)
    tasks.mail()
    assert not mail.outbox
    tasks.digest()
    tasks.digest()
    [sent] = mail.outbox
    assert sent.subject == "Caravan: 53 things happened"
    assert "round 49" in sent.body
    assert "round 50" not in sent.body
    assert "and 3 more: https://caravan.example.org/notifications/" in sent.body


def test_it_can_be_stopped_from_the_mail_alone(reader, member):
    tell(reader, "ann v1 was refused.")
    tasks.mail()
    [sent] = mail.outbox
    link = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link in sent.body
    word = link.rstrip("/").rpartition("/")[2]
    assert mails.who_leaves(word) == reader
    assert mails.who_leaves(word[:-1]) is None
    tell(reader, "ann v2 was refused.")
    notifications.mail_nothing(user=reader)
    tell(reader, "ann v3 was refused.")
    tasks.mail()
    assert len(mail.outbox) == 1
    assert Notification.objects.filter(site=True).count() == 3


@pytest.mark.parametrize("state", [{"verified": False}, {"primary": False}])
def test_an_address_that_may_not_be_theirs_gets_nothing(reader, state):
    EmailAddress.objects.update(**state)
    tell(reader, "ann v1 was refused.")
    tasks.mail()
    assert not mail.outbox


def test_where_no_mail_is_sent_none_waits_for_the_day_when_it_is(reader, settings):
    settings.CARAVAN_MAIL = False
    tell(reader, "ann v1 was refused.")
    settings.CARAVAN_MAIL = True
    tasks.mail()
    assert not mail.outbox


def test_what_the_mail_server_does_not_take_is_sent_later(reader, monkeypatch, caplog):
    def refuse(*_):
        raise SMTPException("try again")

    tell(reader, "ann v1 was refused.")
    with monkeypatch.context() as patched:
        patched.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
        tasks.mail()
    assert "does not take mail: try again" in caplog.text
    tasks.mail()
    assert len(mail.outbox) == 1
