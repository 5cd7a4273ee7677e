"""How somebody wants the site to look: a cookie a choice, which the server writes as attributes of <html>.

Style sheets do the rest, so no script is needed, and nobody needs an account.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from caravan.web import spoilers

YEAR = 365 * 24 * 3600
"""Seconds for which a browser remembers."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A question with its answers, the first of which needs no cookie."""

    name: str
    """Of the cookie and of the field."""
    title: str
    hint: str
    answers: tuple[tuple[str, str], ...]
    """Each with the words for it."""

    @property
    def usual(self) -> str:
        """The answer of those who never chose."""
        return self.answers[0][0]

    def of(self, request: HttpRequest) -> str:
        """What somebody has chosen."""
        return self._known(request.COOKIES.get(self.name, ""))

    def remember(self, response: HttpResponse, answer: str) -> None:
        """Have the browser keep an answer; what is none is the usual one."""
        if (known := self._known(answer)) == self.usual:
            response.delete_cookie(self.name, samesite="Lax")
        else:
            response.set_cookie(self.name, known, max_age=YEAR, samesite="Lax", secure=settings.HTTPS)

    def _known(self, answer: str) -> str:
        return answer if answer in dict(self.answers) else self.usual


LOOKS = (
    Choice("theme", "Colours", "", (("system", "As the system"), ("light", "Light"), ("dark", "Dark"))),
    Choice(
        "deck",
        "Suits",
        "Of the common pack, on cards and in words.",
        (("two", "Warm reds, cool inks"), ("four", "Four colours far apart")),
    ),
    Choice(
        "motion",
        "Motion",
        "Still: nothing slides or beats, and tables on other pages wait for you to start them.",
        (("system", "As the system"), ("still", "Still")),
    ),
)
RESULTS = Choice(
    spoilers.NAME,
    "Results",
    "The tables of seasons are shown in any case.",
    (("0", "Hidden until you ask"), ("1", "Shown")),
)
CHOICES = (*LOOKS, RESULTS)


def attributes(request: HttpRequest) -> SafeString:
    """Of <html>: `data-theme`, `data-deck`, `data-motion`, each where it is not the usual one."""
    chosen = [(look.name, look.of(request)) for look in LOOKS if look.of(request) != look.usual]
    return format_html_join("", ' data-{}="{}"', chosen)


def look(request: HttpRequest) -> dict[str, object]:
    """For every template."""
    return {"look": attributes(request)}
