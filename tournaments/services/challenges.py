"""Challenges: somebody wants to see how some versions do against each other; nobody is rated by that."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from referee import fairness
from referee.errors import SetupError
from referee.games import GAMES
from tournaments.errors import ChallengeError
from tournaments.models import Fixture, League, User, Version
from tournaments.services import attempts, commits, fixtures
from tournaments.services.states import lock

AT_ONCE, A_DAY = 3, 50
"""So many of a user's challenges may wait or be played together, and be begun within 24 hours."""


@transaction.atomic
def begin(*, by: User, league: League, versions: Sequence[Version]) -> Fixture:
    """Draws a fixture with a league's rules and clocks at a table of so many; ChallengeError: why not."""
    lock(User.objects.filter(pk=by.pk))
    by.refresh_from_db()
    mine = Fixture.objects.filter(kind=Fixture.Kind.CHALLENGE, by=by)
    if refusal := refused(by, league, versions):
        raise ChallengeError(refusal)
    if mine.filter(state__in=fixtures.UNFINISHED).count() >= AT_ONCE:
        raise ChallengeError(f"{AT_ONCE} of your challenges are under way, the most that may be")
    if mine.filter(created__gt=timezone.now() - timedelta(days=1)).count() >= A_DAY:
        raise ChallengeError(f"the limit is {A_DAY} challenges a day")
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
