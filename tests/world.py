"""A small site with everything on it: people, bots, a season, fixtures in each state. Matches are played in
this process, without sandboxes, and written down by the services that write the real ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

import msgspec
from django.contrib.auth.models import Permission
from django.utils import timezone

from bots.play.faults import public, reasons
from bots.play.fixture import Order, Played, PlayedMatch, seating
from bots.play.logbook import Logbook
from bots.play.questions import questions
from referee.fairness import commitment
from referee.game import Move, Seat, View
from referee.games import GAMES
from referee.match import Fault, Player, play_match
from tournaments.models import (
    Bot,
    Division,
    Entry,
    Fixture,
    League,
    Match,
    Round,
    Season,
    User,
    Version,
    Webhook,
)
from tournaments.services import (
    activations,
    attempts,
    entries,
    fixtures,
    orders,
    results,
    seasons,
    trials,
    versions,
    webhooks,
)
from tournaments.services.rounds import settle

GAME = "pis_yedili"
PASSWORD = "a long enough password"  # noqa: S105
SECRET = "5eed" * 16
"""The same matches in every run."""
SHORT = {"chicane": {"max_turns": 40}}
"""Rules that keep a match of random players short."""
SCRIPT = b"def choose(view, legal):\n    return legal[0]\n"
TAG = "a-word-of-its-bot"
SECRET_PRINT = "what only its owner may read"  # noqa: S105
DRAFT = 2
"""The number of a season that is being prepared."""


@dataclass
class World:
    """What the tests ask for; `fixtures` and matches by what may be seen of them."""

    owner: User
    member: User
    stranger: User
    staff: User
    organiser: User
    """Of its league;"""
    elsewhere: User
    """and of another."""
    season: Season
    oryx: Bot
    open: Fixture
    playing: Fixture
    held: Fixture
    trial: Fixture
    webhook: Webhook
    """The owner's, which is told of everything."""


def player(seed: str, *, fails: bool = False) -> Player:
    """Plays at random from a seed; one that fails does so at its third question."""
    dice, asked = Random(seed), 0

    def choose(seat: Seat, view: View, legal: Sequence[Move], news: Sequence[Any]) -> Move:
        nonlocal asked
        asked += 1
        if fails and asked == 3:
            raise Fault("timeout", "took longer than its clock")
        return dice.choice(legal)

    return choose


def logged() -> str:
    """A log with a line that must not get out."""
    book = Logbook(1000)
    line = book.question(1)
    line.answer, line.tag = "draw", TAG
    book.hear(SECRET_PRINT.encode())
    return book.encoded()


def match(order: Order, deal: int, rotation: int, failing: set[int]) -> PlayedMatch:
    """One match of an order; competitors in `failing` fail in it."""
    chairs = seating(order, deal, rotation)
    players = [player(f"{deal}/{rotation}/{one}", fails=one in failing) for one in chairs]
    record = play_match(GAMES[order.game], players, order.deals[deal], rules=order.rules)
    tagged = {str(question.move): TAG for question in islice(questions(record, 0), 1)}
    told, logs = public(replace(record, tags=tagged)).to_json(), [logged()] * order.seats
    return PlayedMatch(deal, rotation, told, [0.01] * order.seats, logs, reasons(record))


def play(fixture: Fixture, failing: set[int] = frozenset()) -> None:  # type: ignore[assignment]
    """Bring a drawn fixture to its end."""
    begin(fixture)
    attempt = fixture.attempts.get()
    order = orders.ordered(fixture, attempt)
    matches = [
        match(order, deal, rotation, failing if (deal, rotation) == (0, 0) else set())
        for deal in range(len(order.deals))
        for rotation in range(order.seats)
    ]
    played = msgspec.to_builtins(Played(matches, 1.0))
    assert results.finish(attempt=attempt.pk, token=attempt.token, played=played)
    fixture.refresh_from_db()


def begin(fixture: Fixture) -> None:
    """Let a worker begin with a drawn fixture."""
    attempts.queue(fixture=fixture)
    attempt = fixture.attempts.get()
    assert attempts.beat(attempt=attempt.pk, token=attempt.token, worker="here")
    fixture.refresh_from_db()


def person(name: str, **more: Any) -> User:
    """Somebody with an account."""
    return User.objects.create_user(name, f"{name}@example.org", PASSWORD, **more)


def organiser() -> User:
    """One of the staff who may do whatever can be done on a desk."""
    made = person("organiser", is_staff=True)
    models = ("league", "season", "round", "entry", "fixture", "bot", "user")
    rights = [f"change_{model}" for model in models]
    made.user_permissions.set(Permission.objects.filter(codename__in=[*rights, "add_league"]))
    return made


def named(name: str, league: League) -> User:
    """A member whom staff have named as an organiser."""
    made = person(name)
    league.organisers.add(made)
    return made


def version(name: str, owner: User | None, game: str = GAME) -> Version:
    """The first version of a new bot, before its trial."""
    made = Bot.objects.create(name=name, owner=owner)
    upload = versions.inspect(SCRIPT + f"# {name}\n".encode(), "bot.py", games=[game])
    return versions.record(bot=made, upload=upload, note=f"the first of {name}")


def bot(name: str, owner: User | None) -> Version:
    """The same, active without a trial."""
    made = version(name, owner)
    activations.activate(version=made, game=GAME)
    return made


def season() -> Season:
    """A running season of three seats and short matches."""
    league = League.objects.create(
        slug="pis-yedili-open", title="Pis Yedili Open", game=GAME, seats=3, deals=2
    )
    made = Season.objects.create(
        league=league,
        number=1,
        title="season 1",
        state=Season.State.RUNNING,
        seats=3,
        deals=2,
        rules={"deals": 2},
        clocks={"bank": 0.5},
        secret=SECRET,
        commitment=commitment(SECRET),
        opens=timezone.now(),
    )
    Division.objects.create(season=made)
    return made


def draft(league: League) -> Season:
    """A season that is being prepared."""
    made = seasons.create(league=league, title="A secret plan")
    assert made.number == DRAFT
    return made


def drawn(season: Season, table: Sequence[Entry], number: int, *, held: bool = False) -> Fixture:
    """A round of one table."""
    division = season.divisions.get()
    season.divisions.update(drawn=number)
    round = Round.objects.create(division=division, number=number, held=held)
    fixture = fixtures.in_season(division=division, round=round, table=1, kin=False)
    fixtures.draw([(fixture, [fixtures.Competitor(entry.version, entry) for entry in table])])
    return fixture


def trial(version: Version) -> Fixture:
    """The trial of a version, played: it is active."""
    trials.begin(version=version)
    fixture = version.trials.get()
    play(fixture)
    return fixture


def of_each_game(owner: User, size: int = 0) -> dict[str, Fixture]:
    """By game, a short trial of a bot against itself, at the smallest table (-1: at the largest)."""
    where = ("at-the-smallest-table", "at-the-largest-table")[size]
    names = {game: f"{game}-{where}".replace("_", "-") for game in GAMES}
    return {game: alone(version(name, owner, game), game, size) for game, name in names.items()}


def alone(version: Version, game: str, size: int, rules: dict[str, Any] | None = None) -> Fixture:
    """One deal of a game, played."""
    fixture = trials.trial(version, game)
    fixture.deals, fixture.seats = 1, GAMES[game].tables[size]
    fixture.secret, fixture.rules = SECRET, rules or SHORT.get(game, {})
    fixtures.draw([(fixture, [fixtures.Competitor(version)] * fixture.seats)])
    play(fixture)
    return fixture


def long_match(owner: User) -> Match:
    """One of more than a thousand moves."""
    fixture = alone(version("marathon", owner), GAME, 0, {"deals": 13})
    return fixture.matches.order_by("deal", "rotation")[0]


def build() -> World:
    """The whole site."""
    people = [person(name) for name in ("mira", "kofi", "jun")]
    staff = organiser()
    told, _ = webhooks.make(owner=people[0], url="https://mira.example/told", events=Webhook.Event.values)
    house = [bot(name, None) for name in ("sensible", "random")]
    oryx, erg = version("oryx", people[0]), bot("erg", people[1])
    first_trial = trial(oryx)
    running = season()
    division = running.divisions.get()
    table = [entries.join(season=running, bot=one.bot) for one in (oryx, erg)]
    table.append(entries.add(division=division, bot=house[0].bot, version=house[0], house=True))
    rounds = [drawn(running, table, 1), drawn(running, table, 2, held=True), drawn(running, table, 3)]
    play(rounds[0], failing={1})
    settle(division=running.divisions.get(), now=timezone.now())
    play(rounds[1])
    begin(rounds[2])
    other = League.objects.create(slug="donkey-nights", title="Donkey Nights", game="donkey", seats=4)
    organisers = [named("nadia", running.league), named("omar", other)]
    return World(
        *people, staff, *organisers, running, oryx.bot, rounds[0], rounds[2], rounds[1], first_trial, told
    )
