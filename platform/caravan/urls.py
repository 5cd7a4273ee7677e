"""Addresses: the pages of `caravan.web`, the API, accounts, the admin site, health, metrics."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from caravan import health, metrics

admin.site.site_header = admin.site.site_title = "Caravan"
admin.site.index_title = "The organiser's desk"
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign] # limited as the site's own

urlpatterns = [
    path("accounts/", include("caravan.web.account_urls")),
    path("api/v1/", include("caravan.api.urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("metrics", metrics.scrape),
    path("", include("caravan.web.urls")),
]

handler400 = "caravan.web.views.errors.unreadable"
handler403 = "caravan.web.views.errors.forbidden"
handler500 = "caravan.web.views.errors.broken"
