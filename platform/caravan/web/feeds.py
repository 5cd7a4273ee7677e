"""Atom feeds: news of a league, and the open fixtures of a bot or of all bots of somebody.

They tell nothing that the pages do not tell everybody, and no results.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed, SyndicationFeed
from django.views.decorators.http import conditional_page, require_safe

from referee.games import GAMES
from tournaments.models import Announcement, Bot, Bulletin, Fixture, League, Placing, User
from tournaments.selectors.fixtures import fixtures, open_fixtures
from tournaments.selectors.seasons import leagues_shown, seasons

ITEMS = 30
UNSPELLED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
TOLD = (Fixture.Kind.RATED, Fixture.Kind.CHALLENGE)
Item = Announcement | Bulletin

if TYPE_CHECKING:
    OfLeague = Feed[Item, League]
    OfBot = Feed[Fixture, Bot]
    OfUser = Feed[Fixture, User]
    OfAny = Feed[Any, Any]
else:
    OfLeague = OfBot = OfUser = OfAny = Feed  # takes no parameters when it runs


class Atom(Atom1Feed):
    """Without items a feed is as old as what it is about, and so stays the same."""

    def latest_post_date(self) -> datetime:
        """When the newest item was made."""
        made: datetime = super().latest_post_date() if self.items else self.feed["begun"]
        return made


class LeagueFeed(OfLeague):
    """GET /leagues/<slug>/feed.atom: what organisers say, how seasons go on, rounds that are settled."""

    feed_type: type[SyndicationFeed] = Atom

    def get_object(self, request: HttpRequest, slug: str) -> League:
        """One that has a season which is no draft."""
        return get_object_or_404(leagues_shown(), slug=slug)

    def title(self, league: League) -> str:
        """Its name."""
        return spelled(f"{league.title} on Caravan")

    def link(self, league: League) -> str:
        """Its page."""
        return reverse("league", args=(league.slug,))

    def feed_extra_kwargs(self, league: League) -> dict[str, Any]:
        """Nobody keeps when it was made."""
        return {"begun": datetime.fromtimestamp(0, UTC)}

    def items(self, league: League) -> list[Item]:
        """The newest first."""
        shown = seasons().filter(league=league)
        said = Announcement.objects.filter(season__in=shown).select_related("season__league")
        happened = Bulletin.objects.filter(season__in=shown, fixture=None)
        rows = happened.select_related("season__league", "round__division").order_by("-pk")
        both: list[Item] = [*said.order_by("-pk")[:ITEMS], *rows[:ITEMS]]
        return sorted(both, key=lambda item: item.at, reverse=True)[:ITEMS]

    def item_title(self, item: Item) -> str:
        """What has happened."""
        if isinstance(item, Announcement):
            return spelled(f"{item.season}: the organiser says")
        if item.round:
            return spelled(f"{item.round} is settled")
        paused = " and paused" if item.paused else ""
        return spelled(f"{item.season} is {item.get_state_display()}{paused}")

    def item_description(self, item: Item) -> str:
        """What an organiser says; nothing more of all else."""
        return spelled(item.text) if isinstance(item, Announcement) else ""

    def item_link(self, item: Item) -> str:
        """The page about it."""
        season = item.season
        if isinstance(item, Bulletin) and item.round:
            return reverse("round", args=(season.league.slug, season.number, item.round.number))
        return reverse("season", args=(season.league.slug, season.number))

    def item_guid(self, item: Item) -> str:
        """The same for ever."""
        return f"urn:caravan:{item._meta.model_name}:{item.pk}"

    def item_pubdate(self, item: Item) -> datetime:
        """When it happened."""
        return item.at

    item_updateddate = item_pubdate


class _Fixtures:
    """What feeds of fixtures have in common."""

    feed_type: type[SyndicationFeed] = Atom

    def item_title(self, fixture: Fixture) -> str:
        """Who met; not how it ended."""
        where = str(fixture.round) if fixture.round else f"{GAMES[fixture.game].title}, a challenge"
        names = [placing.version.bot.name for placing in fixture.placings.all()]
        return f"{', '.join(names[:-1])} and {names[-1]}: {where}"

    def item_description(self, fixture: Fixture) -> str:
        """Nothing more."""
        return ""

    def item_link(self, fixture: Fixture) -> str:
        """Its page, which tells the rest to who asks."""
        return reverse("fixture", args=(fixture.pk,))

    def item_guid(self, fixture: Fixture) -> str:
        """The same for ever."""
        return f"urn:caravan:fixture:{fixture.pk}"

    def item_pubdate(self, fixture: Fixture) -> datetime | None:
        """When it was played."""
        return fixture.finished_at

    item_updateddate = item_pubdate


class BotFeed(_Fixtures, OfBot):
    """GET /bots/<name>/feed.atom: where it has played."""

    def get_object(self, request: HttpRequest, name: str) -> Bot:
        """Any of them."""
        return get_object_or_404(Bot, name=name)

    def title(self, bot: Bot) -> str:
        """Its name."""
        return f"Fixtures of {bot.name} on Caravan"

    def link(self, bot: Bot) -> str:
        """Its page."""
        return reverse("bot", args=(bot.name,))

    def feed_extra_kwargs(self, bot: Bot) -> dict[str, Any]:
        """When it was made."""
        return {"begun": bot.created}

    def items(self, bot: Bot) -> list[Fixture]:
        """The newest first."""
        return newest(bot.placings.all())


class UserFeed(_Fixtures, OfUser):
    """GET /users/<username>/feed.atom: where their bots have played."""

    def get_object(self, request: HttpRequest, username: str) -> User:
        """Somebody who has a page."""
        return get_object_or_404(User, username=username, is_active=True)

    def title(self, user: User) -> str:
        """Their name."""
        return f"Fixtures of the bots of {user.username} on Caravan"

    def link(self, user: User) -> str:
        """Their page."""
        return reverse("user", args=(user.username,))

    def feed_extra_kwargs(self, user: User) -> dict[str, Any]:
        """Since when they are here."""
        return {"begun": user.date_joined}

    def items(self, user: User) -> list[Fixture]:
        """The newest first."""
        return newest(Placing.objects.filter(bot__in=user.bots.all()))


def newest(placings: QuerySet[Placing]) -> list[Fixture]:
    """The last rated fixtures and challenges of these that are open."""
    shown = placings.filter(open_fixtures("fixture__"), fixture__kind__in=TOLD)
    keys = shown.order_by("-fixture_id").values_list("fixture", flat=True).distinct()[:ITEMS]
    return list(fixtures().filter(pk__in=list(keys)).order_by("-pk"))


def spelled(text: str) -> str:
    """A text without what XML cannot hold."""
    return UNSPELLED.sub("", text)


def view(feed: type[OfAny]) -> Callable[..., HttpResponse]:
    """What answers for a feed: 304 while it is the same, which the time of its newest item does not tell."""
    made = feed()

    def answer(request: HttpRequest, **where: str) -> HttpResponse:
        response: HttpResponse = made(request, **where)
        response.headers.pop("Last-Modified", None)
        return response

    return require_safe(conditional_page(answer))
