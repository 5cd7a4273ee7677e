"""Addresses of the API."""

from django.urls import path, re_path

from caravan.api.resources import (
    actions,
    bots,
    challenges,
    deeds,
    entries,
    fixtures,
    games,
    leagues,
    logs,
    matches,
    seasons,
    standings,
    status,
    trials,
    versions,
    webhooks,
)
from caravan.api.views import Nothing, document

VERSION = "bots/<slug:name>/versions/<int:number>/"
SEASON = "leagues/<slug:slug>/seasons/<int:number>/"
urlpatterns = [
    path("me/", status.Me.as_view(), name="api-me"),
    path("status/", status.Status.as_view(), name="api-status"),
    path("games/", games.Games.as_view(), name="api-games"),
    path("games/<slug:name>/", games.Game.as_view(), name="api-game"),
    path("leagues/", leagues.Leagues.as_view(), name="api-leagues"),
    path("leagues/<slug:slug>/", leagues.League.as_view(), name="api-league"),
    path("leagues/<slug:slug>/deeds/", deeds.Deeds.as_view(), name="api-league-deeds"),
    path("leagues/<slug:slug>/actions/", actions.Actions.as_view(), name="api-league-actions"),
    path("seasons/", seasons.Seasons.as_view(), name="api-seasons"),
    path(SEASON, seasons.Season.as_view(), name="api-season"),
    path(f"{SEASON}standings/", standings.Standings.as_view(), name="api-standings"),
    path(f"{SEASON}entries/", entries.Entries.as_view(), name="api-entries"),
    path(f"{SEASON}entries/<int:which>/", entries.Entry.as_view(), name="api-entry"),
    path(f"{SEASON}entries/<int:which>/ratings/", entries.Ratings.as_view(), name="api-ratings"),
    path(f"{SEASON}deeds/", deeds.Deeds.as_view(), name="api-deeds"),
    path(f"{SEASON}actions/", actions.Actions.as_view(), name="api-actions"),
    path(f"{SEASON}head-to-head/", entries.HeadToHead.as_view(), name="api-head-to-head"),
    path("bots/", bots.Bots.as_view(), name="api-bots"),
    path("bots/<slug:name>/", bots.Bot.as_view(), name="api-bot"),
    path("bots/<slug:name>/versions/", versions.Versions.as_view(), name="api-versions"),
    path(VERSION, versions.Version.as_view(), name="api-version"),
    path(f"{VERSION}trials/", trials.Trials.as_view(), name="api-trials"),
    path("challenges/", challenges.Challenges.as_view(), name="api-challenges"),
    path("challenges/<int:pk>/", challenges.Challenge.as_view(), name="api-challenge"),
    path("fixtures/", fixtures.Fixtures.as_view(), name="api-fixtures"),
    path("fixtures/<int:pk>/", fixtures.Fixture.as_view(), name="api-fixture"),
    path("matches/", matches.Matches.as_view(), name="api-matches"),
    path("matches/<int:pk>/", matches.Match.as_view(), name="api-match"),
    path("matches/<int:pk>/record/", matches.MatchRecord.as_view(), name="api-record"),
    path("matches/<int:pk>/logs/<int:seat>/", logs.Log.as_view(), name="api-log"),
    path("webhooks/", webhooks.Webhooks.as_view(), name="api-webhooks"),
    path("webhooks/<int:pk>/", webhooks.Webhook.as_view(), name="api-webhook"),
    path("webhooks/<int:pk>/deliveries/", webhooks.Deliveries.as_view(), name="api-deliveries"),
    path("webhooks/<int:pk>/deliveries/<uuid:uid>/", webhooks.Delivery.as_view(), name="api-delivery"),
    path("openapi.yaml", document, name="api-document"),
    re_path("", Nothing.as_view()),
]
