"""Addresses of a league's desk, below /leagues/<slug>/manage/."""

from django.urls import path

from caravan.web.views import deeds, desk, desk_lists, wizard

urlpatterns = [
    path("", desk.health, name="desk"),
    path("audit/", desk.audit, name="desk-audit"),
    path("new/", wizard.new, name="desk-new"),
    path("new/preview/", wizard.preview, name="desk-preview"),
    path("league/<slug:deed>/", deeds.to_league, name="desk-to-league"),
    path("seasons/<int:number>/", desk.season, name="desk-season"),
    path("seasons/<int:number>/change/", wizard.change, name="desk-change"),
    path("seasons/<int:number>/change/preview/", wizard.change_preview, name="desk-change-preview"),
    path("seasons/<int:number>/entries/", desk_lists.entries, name="desk-entries"),
    path("seasons/<int:number>/entries/<int:which>/<slug:deed>/", deeds.to_entry, name="desk-to-entry"),
    path("seasons/<int:number>/fixtures/", desk_lists.fixtures, name="desk-fixtures"),
    path("seasons/<int:number>/fixtures/<int:pk>/<slug:deed>/", deeds.to_fixture, name="desk-to-fixture"),
    path("seasons/<int:number>/<slug:deed>/", deeds.to_season, name="desk-to-season"),
    path(
        "seasons/<int:number>/rounds/<int:tier>/<int:which>/<slug:deed>/",
        deeds.to_round,
        name="desk-to-round",
    ),
]
