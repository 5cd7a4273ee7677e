"""The Django app of leagues, seasons, fixtures and ratings."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Everything that is written down: who competes, what was played, who is best."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
