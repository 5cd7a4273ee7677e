"""Pages of allauth that send mail: without a mail server they say that there is none."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

View = Callable[..., HttpResponse]


def where_mail_is_sent(view: View) -> View:
    """The view, or a page that promises nothing."""

    @wraps(view)
    def answer(request: HttpRequest, **parts: Any) -> HttpResponse:
        if settings.CARAVAN_MAIL:
            return view(request, **parts)
        place = "settings" if request.user.is_authenticated else "account"
        return render(request, f"{place}/no_mail.html")

    return answer


confirm = where_mail_is_sent(views.email_verification_sent)
emails = where_mail_is_sent(views.email)
reset_password = where_mail_is_sent(views.password_reset)
reset_password_sent = where_mail_is_sent(views.password_reset_done)
