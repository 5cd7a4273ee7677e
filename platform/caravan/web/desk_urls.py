"""Addresses of a league's desk, below /leagues/<slug>/manage/."""

from django.urls import path

from caravan.web.views import deeds, desk, wizard

urlpatterns = [
    path("", desk.health, name="desk"),
    path("audit/", desk.audit, name="desk-audit"),
    path("new/", wizard.new, name="desk-new"),
    path("new/preview/", wizard.preview, name="desk-preview"),
    path("seasons/<int:number>/", deeds.season, name="desk-season"),
    path("seasons/<int:number>/<slug:deed>/", deeds.to_season, name="desk-to-season"),
    path(
        "seasons/<int:number>/rounds/<int:tier>/<int:which>/<slug:deed>/",
        deeds.to_round,
        name="desk-to-round",
    ),
]
