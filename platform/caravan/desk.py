"""The desk's Celery app: schedules, takes results, writes to the database.

celery --app caravan.desk worker --queues results,desk
celery --app caravan.desk beat
"""

from __future__ import annotations

import os

from celery import Celery
from celery.schedules import crontab

from caravan import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caravan.settings")

app = Celery("caravan.desk")
broker.configure(app, "desk", "results")
app.autodiscover_tasks(["tournaments"])
app.conf.beat_scheduler = "caravan.beat:Scheduler"
app.conf.beat_schedule = {
    "tick": {"task": "tournaments.tasks.tick", "schedule": 1.0, "options": {"queue": "desk", "expires": 5}},
    "expire": {"task": "tournaments.tasks.expire", "schedule": 3600.0, "options": {"queue": "desk"}},
    "mail": {"task": "tournaments.tasks.mail", "schedule": 60.0, "options": {"queue": "desk", "expires": 50}},
    "deliver": {
        "task": "tournaments.tasks.deliver",
        "schedule": 3.0,
        "options": {"queue": "desk", "expires": 3},
    },
    "digest": {
        "task": "tournaments.tasks.digest",
        "schedule": crontab(hour="6", minute="0"),
        "options": {"queue": "desk"},
    },
}
