"""The tables, a module for each noun."""

from tournaments.models.audit import Action, Announcement, Archive
from tournaments.models.bot import Activation, Bot, Submission, Version
from tournaments.models.bulletin import Bulletin
from tournaments.models.desk import Desk, Worker
from tournaments.models.entry import Entry, Qualifier, SeasonEvent
from tournaments.models.fixture import Attempt, Fixture, Round
from tournaments.models.league import Division, League, Season
from tournaments.models.live import LiveChunk
from tournaments.models.match import Match, Placing, Seating
from tournaments.models.notification import Notification, Subscription
from tournaments.models.token import ApiToken
from tournaments.models.user import User
from tournaments.models.webhook import Delivery, Webhook

__all__ = [
    "Action",
    "Activation",
    "Announcement",
    "ApiToken",
    "Archive",
    "Attempt",
    "Bot",
    "Bulletin",
    "Delivery",
    "Desk",
    "Division",
    "Entry",
    "Fixture",
    "League",
    "LiveChunk",
    "Match",
    "Notification",
    "Placing",
    "Qualifier",
    "Round",
    "Season",
    "SeasonEvent",
    "Seating",
    "Submission",
    "Subscription",
    "User",
    "Version",
    "Webhook",
    "Worker",
]
