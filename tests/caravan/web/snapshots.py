"""All that is stored, for tests that say what changes and what does not."""

from __future__ import annotations

from typing import Any

from django.apps import apps

PASSING = {"sessions.Session", "account.EmailAddress"}
"""Whoever looks around leaves a session, and at their e-mail addresses the one that they signed up with."""
Rows = dict[str, list[tuple[Any, ...]]]


def rows() -> Rows:
    """By model, every row with every value."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values_list())
        for model in apps.get_models()
        if model._meta.label not in PASSING
    }
