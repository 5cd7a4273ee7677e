"""The Django app that holds the management commands and makes the desk's Celery app the current one."""

from django.apps import AppConfig


class CaravanConfig(AppConfig):
    """With the desk's app loaded, `shared_task` and `send_task` in the layers below reach the broker."""

    name = "caravan"

    def ready(self) -> None:
        """Importing is enough: the last Celery app made is the current one."""
        from caravan import desk  # noqa: F401
