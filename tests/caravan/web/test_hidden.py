"""Before a fixture is open no byte of the site depends on hidden cards, whoever asks, wherever they ask.

The same fixture is told of twice: the same moves by the same bots, dealt from another secret, with cards
exchanged that nobody has seen. Everything that can be asked for is asked for in both worlds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from django.db import connections, transaction
from django.test import Client

from bots.play.broadcast import Followed
from caravan.live import app
from caravan.live.app import Live
from caravan.live.hub import Hub
from caravan.streams import signed
from referee.game import Game
from referee.games import GAMES
from tests import world as builder
from tests.caravan.live.streams import Client as Watcher
from tests.caravan.web.test_secrecy import ADDRESSES, API, PEOPLE, address, person
from tests.referee.swaps import prefixes
from tests.world import SCRIPT, SECRET, World
from tournaments import watching
from tournaments.models import Fixture, Season, User, Version
from tournaments.services import fixtures, live, trials, versions

Browse = Callable[[User | None], Client]
Found = dict[tuple[str, str], bytes]

LISTS = (
    *("", "watch/", "watch/tiles/", "matches/", "bots/<slug:name>/", "users/<str:username>/"),
    *(API + "fixtures/", API + "matches/"),
)
"""What tells of fixtures beside the addresses of each."""
DOORS = [route for route, (path, _) in ADDRESSES.items() if "{" in path or route in LISTS]
EVERYWHERE = [route for route in ADDRESSES if route != "metrics"]  # which counts what pages have cost
FOLLOW = "fixtures/<int:pk>/live/"
MOVES, WHOLE = 60, 1000
"""So many of a match are told in the usual run, and in the long one."""
TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.tables]
TRIES = 2000


@pytest.fixture(autouse=True)
def _asked_within_a_loop(still: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of streams that say nothing when there is nothing to say."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    monkeypatch.setattr(app, "SILENCE", 3600)


class Here(Executor):
    """Does at once what it is given: the tests' transaction is this thread's."""

    def submit(self, does: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Done, one way or the other."""
        done: Future[Any] = Future()
        try:
            done.set_result(does(*args, **named))
        except Exception as error:
            done.set_exception(error)
        return done


async def deaf(ring: Callable[[int], None]) -> None:
    """Hears no bell: the test rings."""
    await asyncio.Event().wait()


def hub() -> Hub:
    """Reads in this thread."""
    made = Hub(listen=deaf)
    made._database = Here()  # type: ignore[assignment]
    return made


async def asked_once(path: str, query: str) -> bytes:
    """All that a stream has to say now."""
    watcher = Watcher(Live(hub), path, f"once&{query}")
    await watcher.task
    return f"{watcher.status} {watcher.text}".encode()


async def followed(fixture: Fixture, more: Callable[[], None], last: str) -> bytes:
    """A stream that is open while more is told of."""
    shared = hub()
    watcher = Watcher(Live(lambda: shared), f"/live/{fixture.pk}/", f"key={signed(fixture.pk)}")
    await watcher.until("scene")
    more()
    shared.ring(fixture.pk)
    await watcher.until(f"id: {last}\n")
    watcher.leave()
    await watcher.task
    return watcher.text.encode()


def run(story: Coroutine[Any, Any, bytes]) -> bytes:
    """A story that comes to its end, in the tests' transaction."""
    ours = connections["default"]

    async def told() -> bytes:
        connections["default"] = ours
        return await asyncio.wait_for(story, 120)

    return asyncio.run(told())


class Telling:
    """A worker that tells of the first match of a fixture, in two messages."""

    def __init__(self, fixture: Fixture, moves: Sequence[str]) -> None:
        self._attempt = fixture.attempts.latest("number")
        self._match = Followed(0, GAMES[fixture.game].start(fixture.seats, **fixture.rules))
        self._moves, self.last = moves, f"1.0.{len(moves)}"

    def some(self) -> None:
        """The first half."""
        self._tell(self._moves[: len(self._moves) // 2])

    def rest(self) -> None:
        """The other."""
        self._tell(self._moves[len(self._moves) // 2 :])

    def _tell(self, moves: Sequence[str]) -> None:
        self._match.moves += moves
        if news := self._match.news():
            assert live.add(attempt=self._attempt.pk, token=self._attempt.token, moves=news)
            self._match.sent()


@contextmanager
def undone() -> Iterator[None]:
    """Nothing of it stays."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def pages(paths: Sequence[str], clients: dict[str, Client]) -> Found:
    """What each of these people gets at each of these addresses, with the headers."""
    found: Found = {}
    for who, client in clients.items():
        for path in paths:
            answer = client.get(path)
            head = f"{answer.status_code} {sorted(answer.items())} "
            found[who, path] = head.encode() + answer.getvalue()
    return found


def everything(
    fixture: Fixture, moves: Sequence[str], clients: dict[str, Client], routes: Sequence[str]
) -> Found:
    """All that leaves the site in the world in which these moves are told."""
    telling, stream = Telling(fixture, moves), f"/live/{fixture.pk}/"
    telling.some()
    found = {("a watcher", stream): run(followed(fixture, telling.rest, telling.last))}
    for query in ("", "since=1.0.2", f"key={signed(fixture.pk)}"):
        found["a poll", f"{stream}?{query}"] = run(asked_once(stream, query))
    found["a poll", "/live/wall/"] = run(asked_once("/live/wall/", ""))
    return found | pages([address(route, fixture) for route in routes], clients)


def differing(one: Found, other: Found) -> dict[tuple[str, str], tuple[bytes, bytes]]:
    """Where two worlds differ, and what each says there from shortly before the first such byte."""

    def words(at: tuple[str, str]) -> tuple[bytes, bytes]:
        bytewise = enumerate(zip(one[at], other[at], strict=False))
        begin = max(0, next((place for place, (a, b) in bytewise if a != b), 0) - 60)
        return one[at][begin : begin + 200], other[at][begin : begin + 200]

    return {at: words(at) for at in one if one[at] != other[at]}


def another_secret(fixture: Fixture) -> str:
    """From which other cards follow, and the same seats, as those are open to all."""

    def seats(secret: str) -> list[list[int]]:
        same = Fixture(number=fixture.number, seats=fixture.seats, deals=fixture.deals, secret=secret)
        return watching.seating(same)

    known = seats(fixture.secret)
    others = (f"{number:064x}" for number in range(TRIES))
    return next((secret for secret in others if seats(secret) == known), fixture.secret)


def deal_anew(fixture: Fixture, secret: str) -> None:
    """Other cards lie in this world; what was published of the secret stays as it was."""
    Fixture.objects.filter(pk=fixture.pk).update(secret=secret)
    fixture.matches.update(seed=secret)
    if fixture.round:
        Season.objects.filter(pk=fixture.round.division.season_id).update(secret=secret)


def told_twice(game: type[Game], seats: int, seed: str, most: int) -> Iterator[tuple[list[str], list[str]]]:
    """The moves of two worlds, again and again; at most so many."""
    for number in count():
        for one, other in prefixes(game, seats, f"{seed} {number}", Random(f"{seed} {number}")):
            if len(one) > 2 and one[:most] != other[:most]:
                yield one[:most], other[:most]


def compare(
    fixture: Fixture, clients: dict[str, Client], routes: Sequence[str], seed: str, worlds: int, most: int
) -> int:
    """How many answers were the same in both worlds, of so many pairs of worlds."""
    compared, secret = 0, another_secret(fixture)
    for one, other in islice(told_twice(GAMES[fixture.game], fixture.seats, seed, most), worlds):
        with undone():
            here = everything(fixture, one, clients, routes)
        with undone():
            deal_anew(fixture, secret)
            there = everything(fixture, other, clients, routes)
        assert differing(here, there) == {}, fixture.game
        compared += len(here)
        with undone():
            fewer = everything(fixture, one[:-1], clients, [FOLLOW])
        told = {at[1] for at in fewer if here[at] != fewer[at]}
        assert {f"/live/{fixture.pk}/", f"/fixtures/{fixture.pk}/live/"} <= told  # or it compares nothing
    return compared


def challenge(world: World, game: str, seats: int) -> Fixture:
    """One that is being played: the owner's bot, the member's, and the house's."""
    competing = [Version.objects.get(bot__name=name, number=1) for name in ("oryx", "erg", "sensible")]
    competing = [*competing, *[competing[-1]] * seats][:seats]
    fixture = Fixture(
        kind=Fixture.Kind.CHALLENGE, number=f"challenge.{game}.{seats}", game=game, seats=seats,
        secret=SECRET, by=world.owner,
    )  # fmt: skip
    fixtures.draw([(fixture, [fixtures.Competitor(version) for version in competing])])
    builder.begin(fixture)
    return fixture


def rated(world: World) -> Fixture:
    """One of the season, under the usual rules."""
    Fixture.objects.filter(pk=world.playing.pk).update(rules={})
    return Fixture.objects.select_related("round__division").get(pk=world.playing.pk)


def on_trial(world: World) -> Fixture:
    """That of a new version of the owner's bot."""
    upload = versions.inspect(SCRIPT + b"# again\n", "bot.py", games=[builder.GAME])
    version = versions.record(bot=world.oryx, upload=upload)
    trials.begin(version=version)
    fixture = version.trials.get()
    builder.begin(fixture)
    return fixture


def clients(world: World, browse: Browse, *people: str) -> dict[str, Client]:
    """These people, signed in."""
    return {who: browse(person(world, who)) for who in people}


def test_nothing_that_anybody_gets_of_a_game_depends_on_hidden_cards(
    world: World, browse: Browse, record_property: Callable[[str, int], None]
) -> None:
    people = clients(world, browse, "nobody", "owner")
    compared = sum(
        compare(challenge(world, name, game.tables[0]), people, DOORS, name, 1, MOVES)
        for name, game in GAMES.items()
    )
    record_property("answers with cards swapped", compared)


def test_nothing_that_anybody_gets_anywhere_of_a_season_or_a_trial_depends_on_them(
    world: World, browse: Browse, record_property: Callable[[str, int], None]
) -> None:
    nobody, others = clients(world, browse, "nobody"), clients(world, browse, "owner", "staff")
    compared = compare(rated(world), nobody, EVERYWHERE, "season", 1, MOVES)
    compared += compare(rated(world), others, DOORS, "season", 1, MOVES)
    compared += compare(on_trial(world), others, DOORS, "trial", 1, MOVES)
    record_property("answers with cards swapped", compared)


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_nothing_that_anybody_gets_anywhere_depends_on_hidden_cards_at_any_table(
    game: str, seats: int, world: World, browse: Browse, record_property: Callable[[str, int], None]
) -> None:
    fixture = challenge(world, game, seats)
    few, everybody = clients(world, browse, "nobody", "owner"), clients(world, browse, *PEOPLE)
    compared = compare(fixture, everybody, EVERYWHERE, f"{game} {seats} 0", 2, WHOLE)
    compared += compare(fixture, few, DOORS, f"{game} {seats} 1", 8, WHOLE)
    record_property("answers with cards swapped", compared)


def turned(rows: Sequence[Any], *names: str) -> None:
    """Each row gets these values of the next one."""
    values = [{name: getattr(row, name) for name in names} for row in rows]
    for row, given in zip(rows, [*values[1:], values[0]], strict=True):
        type(row).objects.filter(pk=row.pk).update(**given)


def test_what_a_held_fixture_came_to_changes_no_byte(world: World, browse: Browse) -> None:
    """Of what those get who do not sit at the desk, where faults are counted."""
    people = clients(world, browse, "nobody", "owner")
    paths = [address(route, world.held) for route in EVERYWHERE]
    before = pages(paths, people)
    with undone():
        matches = list(world.held.matches.all())
        turned(matches, "record", "digest", "moves", "seed")
        for match in matches:
            turned(list(match.seatings.all()), "points", "rank", "cpu", "log")
            match.seatings.filter(seat=0).update(fault="timeout", fault_reason="took too long")
        turned(list(world.held.placings.all()), "fixture_points", "rank")
        after = pages(paths, people)
    assert differing(before, after) == {}
