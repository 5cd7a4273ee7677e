"""Deeds as actions of the admin: a page between choosing and doing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from tournaments.deeds import Deed

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin  # takes no parameter when it runs

AdminAction = Callable[[ModelAdmin, HttpRequest, QuerySet[Any]], HttpResponse | None]


def confirmed(deed: Deed) -> AdminAction:
    """An action that does a deed to each chosen row, once that is confirmed."""

    @admin.action(description=deed.name, permissions=("organise",))
    def act(model: ModelAdmin, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
        asked = deed.asked(rows, request.user, request.POST)
        if asked.confirmed:
            for row in rows:
                done = deed.done(row, request.user, asked)
                level = messages.ERROR if done.refusal else messages.SUCCESS
                messages.add_message(request, level, done.told(deed.name))
            return None
        page = {
            **model.admin_site.each_context(request),
            "title": deed.name,
            "says": deed.says,
            "asked": asked,
            "action": request.POST["action"],
            "rows": rows,
            "opts": model.model._meta,
        }
        return TemplateResponse(request, "admin/tournaments/confirm.html", page)

    act.__name__ = deed.slug
    return act
