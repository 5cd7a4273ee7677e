"""Addresses: the pages of `caravan.web`, accounts, the admin site, health."""

from django.contrib import admin
from django.urls import include, path

from caravan import health

admin.site.site_header = admin.site.site_title = "Caravan"
admin.site.index_title = "The organiser's desk"

urlpatterns = [
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("", include("caravan.web.urls")),
]
