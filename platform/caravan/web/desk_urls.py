"""Addresses of a league's desk, below /leagues/<slug>/manage/."""

from django.urls import path

from caravan.web.views import deeds, desk

urlpatterns = [
    path("", desk.health, name="desk"),
    path("audit/", desk.audit, name="desk-audit"),
    path("seasons/<int:number>/", deeds.season, name="desk-season"),
    path("seasons/<int:number>/<slug:deed>/", deeds.to_season, name="desk-to-season"),
    path(
        "seasons/<int:number>/rounds/<int:tier>/<int:which>/<slug:deed>/",
        deeds.to_round,
        name="desk-to-round",
    ),
]
