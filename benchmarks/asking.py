"""The pages and the turns of the scheduler that are measured on a made-up Caravan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db import transaction
from django.test import Client
from django.utils import timezone

from benchmarks.synthetic import HOUSE, SHAPES
from tournaments.models import Attempt, Entry, Fixture, Match, Season, User
from tournaments.services import scheduler

FEW, MANY = SHAPES[0].game, SHAPES[-1].game
"""The league with the longest season, and the one with the largest."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is done, in words, and a way to do it that leaves nothing behind."""

    what: str
    does: Callable[[], object]
    often: bool = True
    """Whether that happens all the time, so that it has a limit."""


def everything() -> Iterator[Asked]:
    """All of it."""
    yield from pages()
    yield Asked("the scheduler's sweeper", lambda: undone(lambda: scheduler.sweep(timezone.now())))
    yield Asked("a tick of the scheduler", lambda: undone(scheduler.tick))
    yield Asked(
        "a tick that settles the largest round and draws the next", lambda: undone(settle_and_draw), False
    )


def pages() -> Iterator[Asked]:
    """As somebody reads them who has not signed in, but for two."""
    few, many = (Season.objects.filter(league__game=game).order_by("number").last() for game in (FEW, MANY))
    assert few
    assert many
    closed = Season.objects.get(league=many.league, number=1)
    entry = Entry.objects.filter(division__season=many, house=False).select_related("bot__owner")[0]
    veteran = Entry.objects.filter(division__season=few, house=False)[0]
    half = veteran.placings.order_by("fixture_id")[veteran.placings.count() // 2].fixture_id
    fixture = Fixture.objects.filter(round__division__season=many, state=Fixture.State.FINISHED).first()
    match = Match.objects.filter(fixture=fixture)[0]
    round = many.divisions.get().drawn - 1
    yield page("front page", "/")
    yield page("leagues", "/leagues/")
    yield page("season with the most rounds", address(few))
    yield page("season with the most entries", address(many))
    yield page("the same, signed in", address(many), entry.bot.owner)
    yield page("the same league's first season, closed", address(closed))
    yield page("rounds of the longest season", f"{address(few)}fixtures/")
    yield page("head-to-head of the largest season", f"{address(many)}h2h/")
    yield page("schedule", f"{address(many)}schedule/")
    yield page("rules of a season", f"{address(many)}about/")
    yield page("matches", "/matches/")
    yield page("matches of a bot", f"/matches/?a={entry.bot.name}&result=won")
    yield page("round with the most fixtures", f"{address(many)}rounds/{round}/")
    yield page("entry with the most fixtures", f"{address(few)}entries/{veteran.number}/")
    yield page("the same, fixtures before", f"{address(few)}entries/{veteran.number}/?before={half}")
    yield page("entry of the largest season", f"{address(many)}entries/{entry.number}/")
    yield page("predictions", f"{address(few)}predictions/")
    yield page("search", "/search/?q=o")
    yield page("status", "/status/")
    yield page("bots", "/bots/")
    yield page("a bot", f"/bots/{entry.bot.name}/")
    yield page("the same, by its owner", f"/bots/{entry.bot.name}/", entry.bot.owner)
    yield page("the house's bot", f"/bots/{HOUSE[0]}/")
    yield page("fixture", f"/fixtures/{match.fixture_id}/")
    yield page("match", f"/matches/{match.pk}/")
    assert entry.bot.owner
    yield page("user", f"/users/{entry.bot.owner.username}/")
    yield page("healthz", "/healthz")
    yield page("metrics", "/metrics")


def programs() -> Iterator[Asked]:
    """What programs ask of the API, as somebody who may ask often."""
    few, many = (Season.objects.filter(league__game=game).order_by("number").last() for game in (FEW, MANY))
    assert few
    assert many
    entry = Entry.objects.filter(division__season=many, house=False).select_related("bot__owner")[0]
    veteran = Entry.objects.filter(division__season=few, house=False)[0]
    fixture = Fixture.objects.filter(round__division__season=many, state=Fixture.State.FINISHED)[0]
    match, bot = fixture.matches.all()[0], entry.bot.name
    season = f"league={many.league.slug}&season={many.number}"
    asked = {
        **{f"{name}s": f"{name}s/" for name in ("league", "season", "bot", "challenge", "fixture")},
        "bot": f"bots/{bot}/",
        "versions": f"bots/{bot}/versions/",
        "trials": f"bots/{bot}/versions/1/trials/",
        "fixtures of a season": f"fixtures/?{season}",
        "fixtures of a bot": f"fixtures/?bot={bot}",
        "fixture": f"fixtures/{fixture.pk}/",
        "matches": "matches/",
        "matches of a bot": f"matches/?a={bot}",
        "matches of a fixture": f"matches/?fixture={fixture.pk}",
        "match": f"matches/{match.pk}/",
        "record": f"matches/{match.pk}/record/",
        "season": address(many)[1:],
        "standings": f"{address(many)[1:]}standings/",
        "entries": f"{address(many)[1:]}entries/",
        "head-to-head": f"{address(many)[1:]}head-to-head/",
        "ratings": f"{address(few)[1:]}entries/{veteran.number}/ratings/",
    }
    for what, path in asked.items():
        yield page(f"API: {what}", f"/api/v1/{path}", entry.bot.owner)


def address(season: Season) -> str:
    """Of its page."""
    return f"/leagues/{season.league.slug}/seasons/{season.number}/"


def page(what: str, path: str, user: User | None = None) -> Asked:
    """A page that somebody asks for."""
    client = Client(headers={"host": "localhost"})
    if user:
        client.force_login(user)

    def get() -> None:
        status = client.get(path).status_code
        assert status == 200, (path, status)

    return Asked(what, get)


def undone(does: Callable[[], object]) -> None:
    """Does something and takes it back."""
    with transaction.atomic():
        does()
        transaction.set_rollback(True)


def settle_and_draw() -> None:
    """The last table of the largest round has just been played."""
    playing = Fixture.objects.filter(game=MANY, state=Fixture.State.PLAYING)
    Attempt.objects.filter(fixture__in=playing).update(state=Attempt.State.DONE)
    playing.update(state=Fixture.State.FINISHED, released=True, finished_at=timezone.now())
    scheduler.tick()
