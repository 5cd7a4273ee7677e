"""Challenges: somebody wants to see how some versions do against each other; nobody is rated by that."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from referee import fairness
from referee.errors import SetupError
from referee.games import GAMES
from tournaments.errors import ChallengeError, LimitError
from tournaments.models import Activation, Bot, Fixture, League, User, Version
from tournaments.services import attempts, commits, fixtures, quotas, trials
from tournaments.services.states import lock

AT_ONCE, A_DAY = 3, 50
"""So many of a user's challenges may wait or be played together, and be begun within 24 hours."""
SOON = 10
"""Seconds after which one that is under way may be over."""


@transaction.atomic
def begin(*, by: User, league: League, versions: Sequence[Version]) -> Fixture:
    """Draws a fixture with a league's rules and clocks at a table of so many; ChallengeError: why not."""
    lock(User.objects.filter(pk=by.pk))
    by.refresh_from_db()
    mine = Fixture.objects.filter(kind=Fixture.Kind.CHALLENGE, by=by)
    if refusal := refused(by, league, versions):
        raise ChallengeError(refusal)
    if mine.filter(state__in=fixtures.UNFINISHED).count() >= AT_ONCE:
        raise LimitError(f"{AT_ONCE} of your challenges are under way, the most that may be", SOON)
    quotas.keep(mine, A_DAY, quotas.DAY, f"the limit is {A_DAY} challenges a day")
    fixture = Fixture(
        kind=Fixture.Kind.CHALLENGE,
        by=by,
        number=f"challenge.{by.username[:80]}.{mine.count() + 1}.1",
        game=league.game,
        seats=len(versions),
        rules=league.rules,
        clocks=league.clocks,
        deals=league.deals,
        secret=fairness.new_secret(),
    )
    fixtures.draw([(fixture, [fixtures.Competitor(version) for version in versions])])
    commits.after(attempts.queue, fixture=fixture)
    return fixture


def duel(*, by: User, league: League, bots: Sequence[Bot]) -> Fixture:
    """Lets two bots meet, each with the version that competes, at the smallest table of the league's game.

    House bots take the chairs that are left.
    """
    versions = [_competing(bot, league.game) for bot in bots]
    house = [one for one in trials.quick_house(league.game) if one not in versions]
    empty = min(GAMES[league.game].tables) - len(versions)
    return begin(by=by, league=league, versions=[*versions, *house[: max(0, empty)]])


def _competing(bot: Bot, game: str) -> Version:
    activation = Activation.objects.filter(bot=bot, game=game).select_related("version__bot__owner").first()
    if activation is None:
        raise ChallengeError(f"{bot} has no version that competes in {game}")
    return activation.version


def refused(by: User, league: League, versions: Sequence[Version]) -> str:
    """Why these versions cannot meet, in words for who wants it; empty: they can."""
    if by.banned:
        return "you may look at everything and change nothing"
    if len({version.pk for version in versions}) < len(versions):
        return "a version cannot meet itself"
    for version in versions:
        if version.state != Version.State.ACTIVE or league.game not in version.games:
            return f"{version} has not passed its trial in {league.game}"
        if version.bot.stands_still:
            return f"{version.bot} has to stand still"
    try:
        GAMES[league.game].start(len(versions), **league.rules)
    except SetupError as error:
        return str(error)
    return ""
