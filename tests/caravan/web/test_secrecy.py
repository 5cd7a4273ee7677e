"""Who is shown what: everybody asks for every address; a new address without a row here fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from bots.play.questions import questions
from referee.record import Record
from tests.world import DRAFT, PASSWORD, SECRET_PRINT, World, draft
from tournaments.models import Delivery, Fixture, User
from tournaments.services import tokens

Browse = Callable[[User | None], Client]

PEOPLE = ("owner", "member", "stranger", "elsewhere", "organiser", "staff", "nobody")
"""`organiser` organises the league of the addresses below, `elsewhere` another."""
PUBLIC = (200,) * 7
MEMBERS = (200, 200, 200, 200, 200, 200, 302)
OWN = (200, 404, 404, 404, 404, 404, 302)
OWN_BY_API = (200, 404, 404, 404, 404, 404, 401)
OWNER = (200, 403, 403, 403, 403, 403, 302)
SOURCE = (200, 404, 404, 404, 404, 200, 404)
LOG = (200, 404, 404, 404, 200, 200, 404)
DESKS = (404, 404, 404, 302, 302, 200, 404)
DESK_OF = (404, 404, 404, 404, 200, 200, 404)
STAFF = (404, 404, 404, 403, 403, 200, 404)
STAFF_OF = (404, 404, 404, 404, 403, 200, 404)
POSTED = (405, 405, 405, 405, 405, 405, 302)
MOVED = (302,) * 7
NOT_THERE = (404,) * 7
KNOWN = (200, 200, 200, 200, 200, 200, 401)
KNOWN_DESK = (404, 404, 404, 404, 200, 200, 401)

DESK = "leagues/pis-yedili-open/manage/"
SEASON = "leagues/pis-yedili-open/seasons/1/"
API = "api/v1/"
API_SEASON = "api/v1/leagues/<slug:slug>/seasons/<int:number>/"

Row = tuple[str, tuple[int, ...]]
ADDRESSES: dict[str, Row] = {
    "": ("", PUBLIC),
    "healthz": ("healthz", PUBLIC),
    "readyz": ("", PUBLIC),  # needs a broker: asked elsewhere
    "metrics": ("metrics", PUBLIC),  # from this machine: the rest in test_metrics
    "favicon.ico": ("favicon.ico", MOVED),
    "search/": ("search/?q=o", PUBLIC),
    "status/": ("status/", PUBLIC),
    "api/docs/": ("api/docs/", PUBLIC),
    "docs/": ("docs/", PUBLIC),
    "docs/<path:name>/": ("docs/benchmarks/matches/", PUBLIC),
    "design/": ("design/", NOT_THERE),  # in debug only
    "settings/appearance/": ("settings/appearance/", PUBLIC),
    "games/": ("games/", PUBLIC),
    "games/<slug:name>/": ("games/pis_yedili/", PUBLIC),
    "kits/<slug:name>.zip": ("kits/cpp.zip", PUBLIC),
    "desk/": ("desk/", DESKS),
    "desk/new/": ("desk/new/", STAFF),
    "leagues/": ("leagues/", PUBLIC),
    "leagues/<slug:slug>/": ("leagues/pis-yedili-open/", MOVED),
    "leagues/<slug:slug>/feed.atom": ("leagues/pis-yedili-open/feed.atom", PUBLIC),
    "bots/<slug:name>/feed.atom": ("bots/oryx/feed.atom", PUBLIC),
    "users/<str:username>/feed.atom": ("users/mira/feed.atom", PUBLIC),
    "leagues/<slug:slug>/manage/": (DESK, DESK_OF),
    "leagues/<slug:slug>/manage/new/": (DESK + "new/", DESK_OF),
    "leagues/<slug:slug>/manage/new/preview/": (DESK + "new/preview/", DESK_OF),
    "leagues/<slug:slug>/manage/audit/": (DESK + "audit/", DESK_OF),
    "leagues/<slug:slug>/manage/league/<slug:deed>/": (DESK + "league/name_an_organiser/", STAFF_OF),
    "leagues/<slug:slug>/manage/seasons/<int:number>/": (DESK + "seasons/{draft}/", DESK_OF),
    "leagues/<slug:slug>/manage/seasons/<int:number>/change/": (DESK + "seasons/{draft}/change/", DESK_OF),
    "leagues/<slug:slug>/manage/seasons/<int:number>/change/preview/": (
        DESK + "seasons/{draft}/change/preview/",
        DESK_OF,
    ),
    "leagues/<slug:slug>/manage/seasons/<int:number>/entries/": (DESK + "seasons/1/entries/", DESK_OF),
    "leagues/<slug:slug>/manage/seasons/<int:number>/entries/<int:which>/<slug:deed>/": (
        DESK + "seasons/1/entries/1/disqualify/",
        DESK_OF,
    ),
    "leagues/<slug:slug>/manage/seasons/<int:number>/fixtures/": (DESK + "seasons/1/fixtures/", DESK_OF),
    "leagues/<slug:slug>/manage/seasons/<int:number>/fixtures/<int:pk>/<slug:deed>/": (
        DESK + "seasons/1/fixtures/{fixture}/void/",
        DESK_OF,
    ),
    "leagues/<slug:slug>/manage/seasons/<int:number>/<slug:deed>/": (DESK + "seasons/1/close/", DESK_OF),
    "leagues/<slug:slug>/manage/seasons/<int:number>/rounds/<int:tier>/<int:which>/<slug:deed>/": (
        DESK + "seasons/1/rounds/1/{round}/hold/",
        DESK_OF,
    ),
    API: (API, NOT_THERE),
    API + "openapi.yaml": (API + "openapi.yaml", PUBLIC),
    API + "me/": (API + "me/", KNOWN),
    API + "status/": (API + "status/", PUBLIC),
    API + "games/": (API + "games/", PUBLIC),
    API + "games/<slug:name>/": (API + "games/pis_yedili/", PUBLIC),
    API + "leagues/": (API + "leagues/", PUBLIC),
    API + "leagues/<slug:slug>/": (API + "leagues/pis-yedili-open/", PUBLIC),
    API + "leagues/<slug:slug>/deeds/": (API + "leagues/pis-yedili-open/deeds/", KNOWN_DESK),
    API + "leagues/<slug:slug>/actions/": (API + "leagues/pis-yedili-open/actions/", KNOWN_DESK),
    API_SEASON + "deeds/": (API + "leagues/pis-yedili-open/seasons/{draft}/deeds/", KNOWN_DESK),
    API_SEASON + "actions/": (API + SEASON + "actions/", KNOWN_DESK),
    API + "seasons/": (API + "seasons/", PUBLIC),
    API_SEASON: (API + SEASON, PUBLIC),
    API_SEASON + "standings/": (API + SEASON + "standings/", PUBLIC),
    API_SEASON + "entries/": (API + SEASON + "entries/", PUBLIC),
    API_SEASON + "entries/<int:which>/": (API + SEASON + "entries/1/", PUBLIC),
    API_SEASON + "entries/<int:which>/ratings/": (API + SEASON + "entries/1/ratings/", PUBLIC),
    API_SEASON + "head-to-head/": (API + SEASON + "head-to-head/", PUBLIC),
    API + "bots/": (API + "bots/", PUBLIC),
    API + "bots/<slug:name>/": (API + "bots/oryx/", PUBLIC),
    API + "bots/<slug:name>/versions/": (API + "bots/oryx/versions/", PUBLIC),
    API + "bots/<slug:name>/versions/<int:number>/": (API + "bots/oryx/versions/1/", PUBLIC),
    API + "bots/<slug:name>/versions/<int:number>/trials/": (API + "bots/oryx/versions/1/trials/", PUBLIC),
    API + "challenges/": (API + "challenges/", KNOWN),
    API + "challenges/<int:pk>/": (API + "challenges/{fixture}/", NOT_THERE),  # that is none
    API + "fixtures/": (API + "fixtures/", PUBLIC),
    API + "fixtures/<int:pk>/": (API + "fixtures/{fixture}/", PUBLIC),
    API + "webhooks/": (API + "webhooks/", KNOWN),
    API + "webhooks/<int:pk>/": (API + "webhooks/{webhook}/", OWN_BY_API),
    API + "webhooks/<int:pk>/deliveries/": (API + "webhooks/{webhook}/deliveries/", OWN_BY_API),
    API + "webhooks/<int:pk>/deliveries/<uuid:uid>/": (
        API + "webhooks/{webhook}/deliveries/{uid}/",
        OWN_BY_API,
    ),
    API + "matches/": (API + "matches/?a=oryx", PUBLIC),
    API + "matches/<int:pk>/": (API + "matches/{match}/", PUBLIC),
    API + "matches/<int:pk>/logs/<int:seat>/": (API + "matches/{match}/logs/{seat}/", LOG),
    API + "matches/<int:pk>/record/": (API + "matches/{match}/record/", PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/": (SEASON, PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/tables/": (SEASON + "tables/", PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/standings.csv": (SEASON + "standings.csv", PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/standings.json": (SEASON + "standings.json", PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/fixtures/": (SEASON + "fixtures/", PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/h2h/": (SEASON + "h2h/", PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/schedule/": (SEASON + "schedule/", PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/about/": (SEASON + "about/", PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/rounds/<int:which>/": (SEASON + "rounds/{round}/", PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/join/": (SEASON + "join/", POSTED),
    "leagues/<slug:slug>/seasons/<int:number>/leave/": (SEASON + "leave/", POSTED),
    "leagues/<slug:slug>/seasons/<int:number>/entries/<int:which>/": (SEASON + "entries/1/", PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/predictions/": (SEASON + "predictions/", PUBLIC),
    "leagues/<slug:slug>/seasons/<int:number>/pairs/": (SEASON + "pairs/", DESK_OF),
    "leagues/<slug:slug>/seasons/<int:number>/archive.zip": (SEASON + "archive.zip", NOT_THERE),
    "bots/": ("bots/", PUBLIC),
    "bots/new/": ("bots/new/", MEMBERS),
    "bots/<slug:name>/": ("bots/oryx/", PUBLIC),
    "bots/<slug:name>/submit/": ("bots/oryx/submit/", OWNER),
    "bots/<slug:name>/challenge/": ("bots/oryx/challenge/", MEMBERS),
    "bots/<slug:name>/versions/<int:number>/": ("bots/oryx/versions/1/", SOURCE),
    "bots/<slug:name>/versions/<int:number>/state/": ("bots/oryx/versions/1/state/", PUBLIC),
    "bots/<slug:name>/versions/<int:number>/choose/": ("bots/oryx/versions/1/choose/", POSTED),
    "fixtures/<int:pk>/": ("fixtures/{fixture}/", PUBLIC),
    "fixtures/<int:pk>/live/": ("fixtures/{fixture}/live/", MOVED),
    "fixtures/<int:pk>/fixture.json": ("fixtures/{fixture}/fixture.json", PUBLIC),
    "matches/": ("matches/?a=oryx", PUBLIC),
    "matches/<int:pk>/": ("matches/{match}/", PUBLIC),
    "matches/<int:pk>/next/": ("matches/{match}/next/", MOVED),
    "matches/<int:pk>/replay.json": ("matches/{match}/replay.json", PUBLIC),
    "matches/<int:pk>/replay.html": ("matches/{match}/replay.html", PUBLIC),
    "matches/<int:pk>/record.json": ("matches/{match}/record.json", PUBLIC),
    "matches/<int:pk>/logs/<int:seat>/": ("matches/{match}/logs/{seat}/", LOG),
    "matches/<int:pk>/logs/<int:seat>.txt": ("matches/{match}/logs/{seat}.txt", LOG),
    "matches/<int:pk>/logs/<int:seat>/<int:move>/": ("matches/{match}/logs/{seat}/{move}/", LOG),
    "matches/<int:pk>/logs/<int:seat>/<int:move>.json": ("matches/{match}/logs/{seat}/{move}.json", LOG),
    "replay/": ("replay/", PUBLIC),
    "watch/": ("watch/", PUBLIC),
    "watch/tiles/": ("watch/tiles/", PUBLIC),
    "watch/table/": ("watch/table/", PUBLIC),
    "users/<str:username>/": ("users/mira/", PUBLIC),
    "settings/": ("settings/", MEMBERS),
    "settings/tokens/": ("settings/tokens/", MEMBERS),
    "settings/tokens/new/": ("settings/tokens/new/?cli=1", MEMBERS),
    "settings/tokens/<int:pk>/revoke/": ("settings/tokens/1/revoke/", POSTED),
    "settings/webhooks/": ("settings/webhooks/", MEMBERS),
    "settings/webhooks/new/": ("settings/webhooks/new/", MEMBERS),
    "settings/webhooks/<int:pk>/": ("settings/webhooks/{webhook}/", OWN),
    "settings/webhooks/<int:pk>/remove/": ("settings/webhooks/{webhook}/remove/", POSTED),
    "settings/webhooks/<int:pk>/on/": ("settings/webhooks/{webhook}/on/", POSTED),
    "settings/webhooks/<int:pk>/ping/": ("settings/webhooks/{webhook}/ping/", POSTED),
    "settings/webhooks/<int:pk>/deliveries/<int:which>/again/": (
        "settings/webhooks/{webhook}/deliveries/{delivery}/again/",
        POSTED,
    ),
    "settings/notifications/": ("settings/notifications/", MEMBERS),
    "settings/delete/": ("settings/delete/", MEMBERS),
    "notifications/": ("notifications/", MEMBERS),
    "notifications/bell/": ("notifications/bell/", (200, 200, 200, 200, 200, 200, 286)),
    "notifications/seen/": ("notifications/seen/", POSTED),
    "unsubscribe/<str:word>/": ("unsubscribe/nobody-was-given-this/", NOT_THERE),
}
FOREIGN = ("accounts/", "admin/")  # allauth's own, and the admin site: below


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Every route of the site but the foreign ones."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if route in FOREIGN:
            continue
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def places(fixture: Fixture) -> dict[str, int | str]:
    """What stands in the braces of addresses about `fixture` and the owner's seat in its first match."""
    match = fixture.matches.order_by("deal", "rotation")[0]
    seat = match.seatings.get(version__bot__name="oryx").seat
    number = fixture.round.number if fixture.round else 1
    move = next(questions(Record.loads(match.record), seat)).move if match.record else 1
    about = {"fixture": fixture.pk, "match": match.pk, "seat": seat, "round": number, "move": move}
    told = Delivery.objects.order_by("pk")[0]
    return {**about, "draft": DRAFT, "webhook": told.webhook_id, "delivery": told.pk, "uid": str(told.uid)}


def address(route: str, fixture: Fixture) -> str:
    """An address of this route that is about `fixture`."""
    path, _ = ADDRESSES[route]
    return "/" + path.format(**places(fixture))


def person(world: World, who: str) -> User | None:
    """One of the people; None is nobody."""
    return None if who == "nobody" else getattr(world, who)


@pytest.fixture
def world(world: World) -> World:
    """With a season that is being prepared."""
    draft(world.season.league)
    return world


def test_every_address_of_the_site_has_a_row() -> None:
    assert set(routes(get_resolver().url_patterns)) == set(ADDRESSES)


def test_everybody_gets_what_is_theirs_of_a_fixture_and_of_a_draft(world: World, browse: Browse) -> None:
    """The draft is shown on its own desk alone."""
    for place, who in enumerate(PEOPLE):
        client, shown = browse(person(world, who)), set()
        for route, (_, expected) in ADDRESSES.items():
            path = address(route, world.open)
            answer = client.get(path)
            assert answer.status_code == expected[place], (who, path)
            if "A secret plan" in answer.getvalue().decode(errors="replace"):
                shown.add(path)
        assert bool(shown) is (who in ("organiser", "staff")), (who, shown)
        at_the_desk = ("/manage/", "/desk/", "/actions/")
        assert all(any(part in path for part in at_the_desk) for path in shown), (who, shown)


def told(fixture: Fixture) -> set[str]:
    """Everything about a fixture that nobody may be told yet."""
    words = {fixture.secret}
    for match in fixture.matches.prefetch_related("seatings"):
        words |= {match.seed, match.digest, *(seating.log for seating in match.seatings.all())}
    return words - {""}


def test_nobody_learns_anything_of_a_fixture_that_is_not_open(world: World, browse: Browse) -> None:
    fixtures = (world.playing, world.held)
    assert all(map(told, fixtures))
    hidden = set.union(*map(told, fixtures), {world.webhook.secret})
    for who in PEOPLE:
        client = browse(person(world, who))
        for route in ADDRESSES:
            for path in dict.fromkeys(address(route, fixture) for fixture in fixtures):
                answer = client.get(path)
                closed = route.removeprefix(API).startswith("matches/<")
                assert answer.status_code == 404 if closed else answer.status_code < 500, (who, path)
                said = answer.content.decode(errors="replace")
                assert not [word for word in hidden if word in said], (who, path)


def test_a_held_fixture_tells_neither_points_nor_order(world: World, browse: Browse) -> None:
    before = browse(None).get(f"/fixtures/{world.playing.pk}/").content.decode()
    fixture = Fixture.objects.get(pk=world.playing.pk)
    after = browse(None).get(f"/fixtures/{world.held.pk}/").content.decode()
    assert "Fixture points" not in before + after
    names = [placing.version.bot.name for placing in fixture.placings.order_by("number")]
    places = [after.index(f">{name} <") for name in names]
    assert places == sorted(places)


def test_the_same_fixture_opens_when_it_is_released(world: World, browse: Browse) -> None:
    path = address("matches/<int:pk>/replay.json", world.held)
    assert browse(None).get(path).status_code == 404
    Fixture.objects.filter(pk=world.held.pk).update(released=True)
    assert browse(None).get(path).status_code == 200


def test_logs_are_read_by_the_owner_of_that_seat_only(world: World, browse: Browse) -> None:
    match = world.open.matches.first()
    assert match
    theirs = match.seatings.get(version__bot__name="erg").seat
    path = f"/matches/{match.pk}/logs/{theirs}.txt"
    assert SECRET_PRINT in browse(world.member).get(path).content.decode()
    assert browse(world.owner).get(path).status_code == 404


def test_the_words_of_a_bot_that_failed_are_for_its_owner(world: World, browse: Browse) -> None:
    match = world.open.matches.get(deal=0, rotation=0)
    words = match.seatings.exclude(fault="").get().fault_reason
    assert words
    assert Record.loads(match.record).digest() == match.digest
    page, fixture = f"/matches/{match.pk}/", f"/fixtures/{world.open.pk}/"
    assert words in browse(world.member).get(page).content.decode()
    for who in (world.owner, None):
        for path in (page, f"{page}record.json", f"{page}replay.json", fixture, f"{fixture}fixture.json"):
            assert words not in browse(who).get(path).content.decode(), path


def test_the_admin_site_shows_no_secret(world: World, browse: Browse) -> None:
    chief = User.objects.create_superuser("chief", "chief@example.org", PASSWORD)
    client = browse(chief)
    token, text = tokens.issue(user=world.owner, name="laptop", scopes=["read"])
    hidden = told(world.playing) | told(world.held) | {text, token.digest, world.webhook.secret}
    for model in admin.site._registry:
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        pages = [base] + [f"{base}{row.pk}/change/" for row in model._default_manager.all()]
        for path in pages:
            said = client.get(path).content.decode()
            assert not [word for word in hidden if word in said], path
