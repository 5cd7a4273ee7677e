"""Addresses of the pages."""

from django.urls import path

from caravan.web.views import (
    bots,
    fixtures,
    front,
    games,
    leagues,
    logs,
    matches,
    ratings,
    seasons,
    users,
    versions,
)

urlpatterns = [
    path("", front.front, name="front"),
    path("favicon.ico", front.icon),
    path("games/", games.index, name="games"),
    path("games/<slug:name>/", games.game, name="game"),
    path("leagues/", leagues.index, name="leagues"),
    path("leagues/<slug:slug>/", leagues.league, name="league"),
    path("leagues/<slug:slug>/seasons/<int:number>/", seasons.season, name="season"),
    path("leagues/<slug:slug>/seasons/<int:number>/rounds/<int:which>/", seasons.round_page, name="round"),
    path("leagues/<slug:slug>/seasons/<int:number>/join/", seasons.join, name="season-join"),
    path("leagues/<slug:slug>/seasons/<int:number>/entries/<int:which>/", ratings.entry, name="entry"),
    path("leagues/<slug:slug>/seasons/<int:number>/predictions/", ratings.predictions, name="predictions"),
    path("leagues/<slug:slug>/seasons/<int:number>/pairs/", ratings.pairs, name="pairs"),
    path("bots/", bots.index, name="bots"),
    path("bots/new/", bots.new, name="bot-new"),
    path("bots/<slug:name>/", bots.bot, name="bot"),
    path("bots/<slug:name>/submit/", bots.submit, name="bot-submit"),
    path("bots/<slug:name>/versions/<int:number>/", versions.version, name="version"),
    path("bots/<slug:name>/versions/<int:number>/state/", versions.state, name="version-state"),
    path("bots/<slug:name>/versions/<int:number>/choose/", versions.choose, name="version-choose"),
    path("fixtures/<int:pk>/", fixtures.fixture, name="fixture"),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/replay.json", matches.replay_json, name="match-replay"),
    path("matches/<int:pk>/record.json", matches.record_json, name="match-record"),
    path("matches/<int:pk>/logs/<int:seat>/", logs.log, name="match-log"),
    path("matches/<int:pk>/logs/<int:seat>.txt", logs.text, name="match-log-text"),
    path("matches/<int:pk>/logs/<int:seat>/<int:move>/", logs.decision, name="match-decision"),
    path("matches/<int:pk>/logs/<int:seat>/<int:move>.json", logs.position, name="match-position"),
    path("users/<str:username>/", users.user, name="user"),
]
