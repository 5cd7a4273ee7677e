"""The replay as one file, for whoever downloads it: the viewer written into a page of the site."""

from __future__ import annotations

from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.safestring import mark_safe

from bots.viewer import bundle


def parts(game: str) -> dict[str, str]:
    """What `bundle.parts` gives, for a template."""
    policy, *ours = bundle.parts(game).items()
    return dict([policy, *((name, mark_safe(text)) for name, text in ours)])  # noqa: S308 - our own files


def settled(page: str, request: HttpRequest) -> str:
    """A page whose pictures are in it, and whose links lead to this site."""
    home = request.build_absolute_uri("/")
    return page.replace(f"{static(bundle.SPRITE)}#", "#").replace('href="/', f'href="{home}')
