"""The ASGI application that uvicorn serves: streams of what is played and happens, all else by Django."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caravan.settings")

pages = get_asgi_application()

from caravan.live.app import Receive, Scope, Send, live, streamed  # noqa: E402 - needs Django set up


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """One request."""
    streams = scope["type"] == "http" and streamed(scope["path"])
    await (live if streams else pages)(scope, receive, send)
