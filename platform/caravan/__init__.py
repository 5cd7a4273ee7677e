"""The Caravan site: settings, Celery apps, pages."""
