"""What the environment says, read without Django: folders, the broker's address, figures."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("CARAVAN_DATA") or ROOT / "var").resolve()
STORE = Path(os.environ.get("CARAVAN_STORE") or DATA / "versions").resolve()
DEMO = Path(os.environ.get("CARAVAN_DEMO") or ROOT / "seeds" / "demo.toml")
STATIC = Path(os.environ.get("CARAVAN_STATIC") or DATA / "static").resolve()
REDIS_URL = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/0"
LEASE = float(os.environ.get("CARAVAN_LEASE") or 60)
HEARTBEAT = float(os.environ.get("CARAVAN_HEARTBEAT") or 10)
RING_AGAIN = float(os.environ.get("CARAVAN_RING_AGAIN") or 600)
PLAY_UID = int(os.environ.get("CARAVAN_PLAY_UID") or 64201)
WATCHERS = int(os.environ.get("CARAVAN_WATCHERS") or 2000)
STREAMS_PER_ADDRESS = int(os.environ.get("CARAVAN_STREAMS_PER_ADDRESS") or 60)
STREAMS_PER_USER = int(os.environ.get("CARAVAN_STREAMS_PER_USER") or 20)
PROXIES = int(os.environ.get("CARAVAN_PROXIES") or 0)
LOG = os.environ.get("CARAVAN_LOG") or "text"
LOG_LEVEL = os.environ.get("CARAVAN_LOG_LEVEL") or "INFO"


def flag(name: str, *, default: bool = False) -> bool:
    """True for 1, true, yes, on (in any case); the default where the variable is not set."""
    value = os.environ.get(name, "")
    return value.lower() in {"1", "true", "yes", "on"} if value else default


def names(name: str, default: str) -> list[str]:
    """A comma-separated variable as a list without blanks."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def database(url: str) -> dict[str, object]:
    """Django's settings for `sqlite:///path` or `postgres://user:password@host/name`; else ValueError."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(unquote(parts.path.removeprefix("/")))
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ValueError(f"DATABASE_URL: {parts.scheme!r} is neither sqlite nor postgres")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": parts.port or "",
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def sqlite(path: str) -> dict[str, object]:
    """SQLite that many processes may write to: a writer takes its lock at the start and waits for it."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
