"""What pages and the API read; nothing here writes.

A fixture that is not open (finished and released) shows its table and its state only: whatever these
functions count or rank comes from open fixtures.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Case, Count, Prefetch, Q, QuerySet, When
from django.utils import timezone

from tournaments import stages
from tournaments.models import (
    Activation,
    Bot,
    Division,
    Entry,
    Fixture,
    League,
    Match,
    Placing,
    Round,
    Season,
    Seating,
    User,
    Version,
)

UNDER_WAY = (Season.State.REGISTRATION, Season.State.RUNNING, Season.State.FINALS)


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of a division's table; a disqualified entry has no rank."""

    rank: int | None
    entry: Entry


@dataclass(frozen=True, slots=True)
class Progress:
    """A round and how many of its tables have been played."""

    round: Round
    fixtures: int
    over: int


# leagues and seasons


def leagues() -> list[tuple[League, list[Season]]]:
    """Every league that has a season which is no draft, with those seasons, newest first."""
    by_league: dict[League, list[Season]] = {}
    for season in seasons().order_by("league__title", "-number"):
        by_league.setdefault(season.league, []).append(season)
    return list(by_league.items())


def seasons() -> QuerySet[Season]:
    """Every season that is no draft and no dry run, with its league."""
    return Season.objects.exclude(state=Season.State.DRAFT).filter(dry=False).select_related("league")


def current_season(slug: str) -> Season | None:
    """The newest season of a league that is no draft."""
    return seasons().filter(league__slug=slug).order_by("-number").first()


def seasons_under_way() -> QuerySet[Season]:
    """Open for registration, running or in the finals; what runs comes first, then the newest."""
    later = Case(When(state=Season.State.REGISTRATION, then=1), default=0)
    return seasons().filter(state__in=UNDER_WAY).order_by(later, "-pk")


def standings(division: Division) -> list[Standing]:
    """Best score first; equal scores share a rank; who is disqualified comes last, without a rank.

    In a closed season it is the final table, in which the house has no rank.
    """
    closed = division.season.state == Season.State.CLOSED
    entries = division.entries.select_related("bot__owner", "version")
    rows = sorted(entries, key=_in_final_table if closed else _in_table)
    scores = [entry.score for entry in rows if not _is_out(entry)]
    return [Standing(_rank(entry, scores, closed), entry) for entry in rows]


def _in_table(entry: Entry) -> tuple[bool, float, int]:
    return _is_out(entry), -entry.score, entry.number


def _in_final_table(entry: Entry) -> tuple[bool, bool, int, float]:
    return _is_out(entry), entry.final_rank is None, entry.final_rank or 0, -entry.score


def _rank(entry: Entry, scores: list[float], closed: bool) -> int | None:
    if closed or _is_out(entry):
        return entry.final_rank
    return 1 + sum(score > entry.score for score in scores)


def _is_out(entry: Entry) -> bool:
    return entry.state == Entry.State.DISQUALIFIED


def progress(division: Division, count: int, before: int | None = None) -> list[Progress]:
    """The last rounds of a division, or the last before one, newest first.

    Fixtures that were played again with other cards count once.
    """
    newest_number = min(division.drawn, before - 1) if before else division.drawn
    last = Q(fixtures__replacement=None)
    over = Q(fixtures__state__in=(Fixture.State.FINISHED, Fixture.State.VOID))
    span = (newest_number - count + 1, newest_number)
    newest = division.rounds.filter(number__range=span).order_by("-number")
    rounds = newest.annotate(
        tables=Count("fixtures", filter=last), over=Count("fixtures", filter=last & over)
    )
    return [Progress(each, each.tables, each.over) for each in rounds]


def held_rounds(season: Season) -> QuerySet[Round]:
    """Those whose fixtures are shown to nobody yet, the first to be released first."""
    held = Round.objects.filter(division__season=season, held=True)
    return held.select_related("division").order_by("release_at", "number")


def closed_to(season: Season) -> str:
    """Why the season takes no entries now, in words for who would like to join; empty: it does.

    Once it runs, a bot may join the lowest division while the first stage there is a ladder under way.
    """
    if season.state not in (Season.State.REGISTRATION, Season.State.RUNNING) or season.dry:
        return f"{season} is {season.get_state_display()} and takes no entries"
    if season.state == Season.State.REGISTRATION:
        return ""
    if not season.late_entries:
        return f"{season} is under way and takes no late entries"
    lowest = max(season.divisions.all(), key=lambda division: division.tier, default=None)
    open = stages.format_of(stages.read(season.stages)[0]).open
    if lowest is None or lowest.stage > 1 or lowest.complete or not open:
        return f"{season} is under way, and its first stage takes no late entries"
    return ""


# fixtures and matches


def open_fixtures(prefix: str = "") -> Q:
    """What makes a fixture open, as a condition on it or, with a prefix such as "fixture__", on its parts."""
    return Q(**{f"{prefix}state": Fixture.State.FINISHED, f"{prefix}released": True})


def fixtures() -> QuerySet[Fixture]:
    """Fixtures with all that a row about one needs: its season, its competitors in the order of the draw."""
    placings = Placing.objects.select_related("version__bot__owner", "entry").order_by("number")
    return Fixture.objects.select_related(
        "round__division__season__league", "version__bot__owner"
    ).prefetch_related(Prefetch("placings", placings))


def latest_fixtures(count: int) -> list[Fixture]:
    """The rated fixtures that opened last."""
    return list(fixtures().filter(open_fixtures(), kind=Fixture.Kind.RATED).order_by("-finished_at")[:count])


def fixtures_of_bot(bot: Bot, count: int) -> list[Fixture]:
    """The fixtures that a bot was drawn for last, whatever became of them."""
    drawn = bot.placings.exclude(fixture__kind=Fixture.Kind.DRY).order_by("-fixture_id")
    newest = list(drawn.values_list("fixture_id", flat=True).distinct()[:count])
    return list(fixtures().filter(pk__in=newest).order_by("-pk"))


def match(pk: int) -> Match | None:
    """A match with its fixture and its seats."""
    seatings = Seating.objects.select_related("version__bot__owner", "entry").order_by("seat")
    return (
        Match.objects.select_related("fixture__round__division__season__league", "fixture__version__bot")
        .prefetch_related(Prefetch("seatings", seatings))
        .filter(pk=pk)
        .first()
    )


def matches_of(fixture: Fixture) -> list[Match]:
    """The matches of a fixture by deal and rotation, with their seats."""
    seatings = Seating.objects.select_related("version__bot").order_by("seat")
    return list(
        fixture.matches.defer("record")
        .order_by("deal", "rotation")
        .prefetch_related(Prefetch("seatings", seatings))
    )


def records_of(fixture: Fixture) -> dict[int, str]:
    """The records of its matches by primary key."""
    return dict(fixture.matches.values_list("pk", "record"))


def rotations(match: Match) -> list[Match]:
    """The matches on the same deal, its own too, by rotation."""
    same = Match.objects.filter(fixture=match.fixture_id, deal=match.deal)
    return list(same.defer("record").order_by("rotation"))


def trial_matches(version: Version) -> list[Match]:
    """The matches of a version's open trials, with their seats."""
    seatings = Seating.objects.select_related("version__bot").order_by("seat")
    matches = Match.objects.defer("record").filter(open_fixtures("fixture__"), fixture__version=version)
    return list(matches.select_related("fixture").prefetch_related(Prefetch("seatings", seatings)))


def passed(version: Version, game: str) -> bool:
    """Whether a trial in the game was played to its end without a fault of the version."""
    trials = version.trials.filter(game=game, state=Fixture.State.FINISHED)
    faults = Seating.objects.filter(match__fixture__in=trials, version=version).exclude(fault="")
    return trials.exists() and not faults.exists()


def choices(version: Version) -> list[str]:
    """The games in which its owner may let it compete and another version, or none, does."""
    competes = version.activations.values_list("game", flat=True)
    return [game for game in version.games if game not in competes and passed(version, game)]


# bots


def bots() -> QuerySet[Bot]:
    """Every bot by name, with its owner and which versions are active."""
    activations = Activation.objects.select_related("version").order_by("game")
    return Bot.objects.select_related("owner").prefetch_related(Prefetch("activations", activations))


def bots_after(name: str, count: int) -> list[Bot]:
    """The next bots by name after one, or after nothing."""
    return list(bots().filter(name__gt=name).order_by("name")[:count])


def entries_of(bot: Bot) -> QuerySet[Entry]:
    """The entries of a bot in seasons that are no draft, newest first."""
    return (
        bot.entries.filter(division__season__in=seasons())
        .select_related("division__season__league", "version")
        .order_by("-pk")
    )


def medals(user: User) -> QuerySet[Entry]:
    """The entries of a user's bots that won a medal, newest first; rehearsals have none to give."""
    won = Entry.objects.filter(bot__owner=user, division__season__dry=False).exclude(medal="")
    return won.select_related("bot", "division__season__league").order_by("-pk")


def versions_of(bot: Bot) -> QuerySet[Version]:
    """The versions of a bot, newest first, with their trials."""
    return bot.versions.order_by("-number").prefetch_related(
        Prefetch("trials", Fixture.objects.order_by("-pk"))
    )


def seasons_to_join(bot: Bot) -> list[Season]:
    """The seasons that a bot could enter now: it has an active version for the game and is not in yet."""
    able = seasons_under_way().filter(league__game__in=bot.activations.values("game"))
    able = able.prefetch_related("divisions")
    return [season for season in able.exclude(divisions__entries__bot=bot) if not closed_to(season)]


def challengers(user: User, bot: Bot) -> QuerySet[Bot]:
    """The other bots of a user that compete in a game of this one."""
    games = bot.activations.values("game")
    return user.bots.filter(activations__game__in=games).exclude(pk=bot.pk).order_by("name").distinct()


def leagues_to_meet_in(user: User, bot: Bot) -> QuerySet[League]:
    """The leagues, those aside that nobody has seen yet, whose game this bot and one of the user's play."""
    games = Activation.objects.filter(bot__in=challengers(user, bot)).values("game")
    shared = bot.activations.filter(game__in=games).values("game")
    return League.objects.filter(game__in=shared, seasons__in=seasons()).order_by("title").distinct()


def bots_to_enter(user: User, season: Season) -> QuerySet[Bot]:
    """The bots of a user that could enter a season now."""
    if closed_to(season):
        return Bot.objects.none()
    able = user.bots.filter(activations__game=season.game)
    return able.exclude(entries__division__season=season)


def is_full(user: User, season: Season) -> bool:
    """Whether as many bots of a user are in a season as may be."""
    competing = Entry.objects.filter(division__season=season, bot__owner=user, state=Entry.State.IN)
    return competing.count() >= season.league.bots_per_user


def house_bots(game: str) -> QuerySet[Bot]:
    """The bots that ship with Caravan for a game."""
    return bots().filter(owner=None, activations__game=game)


def uploads_since(user: User, hours: float) -> int:
    """How many versions a user has uploaded in the last hours."""
    since = timezone.now() - timedelta(hours=hours)
    return Version.objects.filter(bot__owner=user, created__gte=since).count()
