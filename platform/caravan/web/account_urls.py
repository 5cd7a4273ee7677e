"""Addresses below /accounts/: allauth's, of which those that send mail are looked after."""

from django.urls import include, path

from caravan.web.views import mailed

urlpatterns = [
    path("confirm-email/", mailed.confirm),
    path("email/", mailed.emails),
    path("password/reset/", mailed.reset_password),
    path("password/reset/done/", mailed.reset_password_sent),
    path("", include("allauth.account.urls")),
]
