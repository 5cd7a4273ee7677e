"""The Django app of the pages: views, templates, static files; it has no models."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Pages read through selectors and write through services of `tournaments`."""

    name = "caravan.web"
    label = "web"
