"""Search, and the status of the site."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.world import World
from tournaments import search
from tournaments.models import Bot, Desk, Fixture, League, User, Worker

Browse = Callable[[User | None], Client]


def found(browse: Browse, words: str) -> str:
    """What is below the field."""
    answer = browse(None).get("/search/", {"q": words})
    assert answer.status_code == 200
    return answer.text.partition("</form>")[2].partition("</form>")[2].partition("</main>")[0]


def test_names_are_found_by_a_part_in_any_case(world: World, browse: Browse) -> None:
    page = found(browse, "RY")
    assert 'href="/bots/oryx/"' in page
    assert 'href="/bots/erg/"' not in page
    assert 'href="/users/mira/"' in found(browse, "Mir")
    assert 'href="/leagues/pis-yedili-open/"' in found(browse, "yedili op")
    assert "Nothing has" not in page


def test_what_begins_with_the_words_comes_first_and_no_more_than_asked(world: World) -> None:
    Bot.objects.bulk_create([Bot(name="aa-zeb"), Bot(name="zebu"), Bot(name="bb-zeb")])
    hits = search.search("zeb", 2)
    assert [bot.name for bot in hits.bots] == ["zebu", "aa-zeb"]


def test_what_nobody_sees_is_not_found(world: World, browse: Browse) -> None:
    League.objects.create(slug="secret", title="Secret plans", game="donkey", seats=4)
    User.objects.filter(username="jun").update(is_active=False)
    assert "Nothing has “secret” in its name" in found(browse, "secret")
    assert "Nothing has" in found(browse, "jun")


@pytest.mark.parametrize("words", ["", "  ", "%", "<script>", "é" * 500])
def test_any_words_are_answered(world: World, browse: Browse, words: str) -> None:
    page = found(browse, words)
    assert "<script>" not in page
    assert "/bots/oryx/" not in page


def test_every_page_has_the_field(world: World, browse: Browse) -> None:
    page = browse(None).get("/bots/").text
    assert 'action="/search/"' in page
    assert 'name="q"' in page


def test_the_status_tells_what_waits_and_who_is_there(world: World, browse: Browse) -> None:
    now = timezone.now()
    Desk.objects.all().delete()
    page = browse(None).get("/status/").text
    assert "nothing is played" in page
    assert "<dt>Fixtures waiting</dt><dd>0</dd>" in page
    Desk.objects.create(ticked_at=now)
    Worker.objects.create(name="a-name-of-a-host", heard_at=now)
    Fixture.objects.filter(pk=world.playing.pk).update(
        state="waiting", due=now - timedelta(hours=3, minutes=5)
    )
    page = browse(None).get("/status/").text
    assert ">playing<" in page
    assert "<dt>Fixtures waiting</dt><dd>1</dd><dt>The oldest waits</dt><dd>3 h</dd>" in page
    assert "<dt>Sandbox</dt><dd>full</dd>" in page
    assert "a-name-of-a-host" not in page
