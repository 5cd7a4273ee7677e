"""Tokens: told once, found by what is told, good for what they were made for and no longer."""

import hashlib
from datetime import timedelta

import pytest
from django.utils import timezone

from tournaments.errors import TokenError
from tournaments.models import Action, ApiToken, User
from tournaments.services import tokens

pytestmark = pytest.mark.django_db


def test_it_is_found_by_its_text_of_which_only_the_digest_is_kept(owner):
    token, text = tokens.issue(user=owner, name="laptop", scopes=["submit", "read"])
    assert text.startswith("crv_")
    assert len(text) > 40
    assert tokens.find(text) == token
    kept = ApiToken.objects.values().get()
    assert kept["digest"] == hashlib.sha256(text.encode()).hexdigest()
    assert kept["scopes"] == ["read", "submit"]
    assert kept["prefix"] == text[:10]
    assert not [value for value in kept.values() if text in str(value)]


@pytest.mark.parametrize("text", ["", "crv_", "crv_\udc80", "x" * 10_000])
def test_no_other_text_finds_anything(owner, text):
    tokens.issue(user=owner, name="laptop", scopes=["read"])
    assert tokens.find(text) is None


def test_two_have_nothing_in_common(owner):
    made = [tokens.issue(user=owner, name="same", scopes=["read"])[1] for _ in range(5)]
    assert len({text[4:12] for text in made}) == 5


def test_it_ends_when_it_expires_and_when_it_is_revoked(owner):
    later = timezone.now() + timedelta(days=1)
    token, text = tokens.issue(user=owner, name="laptop", scopes=["read"], expires=later)
    assert tokens.find(text) == token
    assert not token.expired
    ApiToken.objects.update(expires=timezone.now())
    assert tokens.find(text) is None
    assert ApiToken.objects.get().expired
    ApiToken.objects.update(expires=None)
    tokens.revoke(token=token)
    assert tokens.find(text) is None


@pytest.mark.parametrize("state", [{"banned": True}, {"is_active": False}])
def test_who_is_banned_or_gone_has_none_that_works(owner, state):
    _, text = tokens.issue(user=owner, name="laptop", scopes=["read"])
    User.objects.update(**state)
    assert tokens.find(text) is None


def test_its_last_use_is_noted_once_a_minute(owner):
    _, text = tokens.issue(user=owner, name="laptop", scopes=["read"])
    assert ApiToken.objects.get().used is None
    tokens.find(text)
    first = ApiToken.objects.get().used
    tokens.find(text)
    assert ApiToken.objects.get().used == first
    ApiToken.objects.update(used=first - timedelta(minutes=2))
    tokens.find(text)
    assert ApiToken.objects.get().used >= first


def test_to_organise_is_only_for_who_does(owner, member, league):
    league.organisers.add(member)
    assert "organise" in tokens.offered(member)
    assert tokens.offered(owner) == ["read", "submit"]
    with pytest.raises(TokenError, match="no token to organise"):
        tokens.issue(user=owner, name="laptop", scopes=["read", "organise"])
    owner.is_staff = True
    assert tokens.offered(owner) == ["read", "submit", "organise"]
    assert tokens.issue(user=owner, name="laptop", scopes=["organise"])[0].scopes == ["organise"]


@pytest.mark.parametrize("scopes", [[], ["everything"]])
def test_it_is_for_something_that_there_is(owner, scopes):
    with pytest.raises(TokenError):
        tokens.issue(user=owner, name="laptop", scopes=scopes)
    assert not ApiToken.objects.exists()


def test_nobody_has_more_than_they_can_keep_an_eye_on(owner, member):
    for _ in range(tokens.A_USER):
        tokens.issue(user=owner, name="one more", scopes=["read"])
    with pytest.raises(TokenError, match="the limit is 20"):
        tokens.issue(user=owner, name="too many", scopes=["read"])
    tokens.issue(user=member, name="another's", scopes=["read"])


def test_an_administrator_revokes_and_says_why(owner, member):
    token, text = tokens.issue(user=owner, name="laptop", scopes=["read"])
    tokens.revoke_for(apitoken=token, by=member, reason="it was in a public repository")
    assert tokens.find(text) is None
    note = Action.objects.get()
    assert (note.by, note.verb, note.reason) == (member, "revoke token", "it was in a public repository")
    assert text not in note.subject
