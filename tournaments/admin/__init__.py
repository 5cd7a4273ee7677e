"""The organiser's desk in Django's admin: to look at everything, and to do what an organiser may."""

from tournaments.admin import actions, bots, fixtures, people, seasons

__all__ = ["actions", "bots", "fixtures", "people", "seasons"]
