"""Addresses: the pages of `caravan.web`, accounts, the admin site, health, metrics."""

from django.contrib import admin
from django.urls import include, path

from caravan import health, metrics

admin.site.site_header = admin.site.site_title = "Caravan"
admin.site.index_title = "The organiser's desk"

urlpatterns = [
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("metrics", metrics.scrape),
    path("", include("caravan.web.urls")),
]
