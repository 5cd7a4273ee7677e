"""What the environment says about mail; without a mail server none is sent and no page promises any."""

from __future__ import annotations

import os

HOST = os.environ.get("CARAVAN_EMAIL_HOST") or ""
TLS = os.environ.get("CARAVAN_EMAIL_TLS") or "none"
"""`start` (STARTTLS), `full` (TLS from the first byte) or `none`."""
PORT = int(os.environ.get("CARAVAN_EMAIL_PORT") or {"start": 587, "full": 465}.get(TLS, 25))
USER = os.environ.get("CARAVAN_EMAIL_USER") or ""
PASSWORD = os.environ.get("CARAVAN_EMAIL_PASSWORD") or ""
FROM = os.environ.get("CARAVAN_EMAIL_FROM") or "caravan@localhost"
ADDRESS = (os.environ.get("CARAVAN_ADDRESS") or "http://localhost:8000").rstrip("/")
"""Where people find the site: what links in mails begin with."""

if TLS not in {"start", "full", "none"}:
    raise ValueError(f"CARAVAN_EMAIL_TLS: {TLS!r} is neither start nor full nor none")
