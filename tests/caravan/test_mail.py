"""What the environment says about mail becomes the settings; without a server none is sent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMES = ("BACKEND", "HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_TLS", "USE_SSL")
ASK = f"""
import django, json
from django.conf import settings
print(json.dumps([getattr(settings, "EMAIL_" + name) for name in {NAMES}]
    + [settings.DEFAULT_FROM_EMAIL, settings.CARAVAN_MAIL, settings.ACCOUNT_EMAIL_VERIFICATION]))
"""


def settings(folder: Path, **variables: str) -> list[object]:
    """What they are in a process with these variables."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "DJANGO_SETTINGS_MODULE": "caravan.settings",
        "CARAVAN_DATA": str(folder),
        **variables,
    }
    said = subprocess.run(
        [sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr
    found: list[object] = json.loads(said.stdout)
    return found


def test_without_a_server_none_is_sent(tmp_path):
    backend, *_, mailed, verified = settings(tmp_path)
    assert backend == "django.core.mail.backends.dummy.EmailBackend"
    assert (mailed, verified) == (False, "none")


@pytest.mark.parametrize(
    ("tls", "port", "starts", "full"),
    [("", 25, False, False), ("start", 587, True, False), ("full", 465, False, True)],
)
def test_a_server_is_told_of_in_full(tmp_path, tls, port, starts, full):
    said = {"HOST": "mail.example.org", "TLS": tls, "USER": "me", "PASSWORD": "it", "FROM": "c@example.org"}
    found = settings(tmp_path, **{f"CARAVAN_EMAIL_{name}": value for name, value in said.items()})
    smtp = "django.core.mail.backends.smtp.EmailBackend"
    assert found[:7] == [smtp, "mail.example.org", port, "me", "it", starts, full]
    assert found[7:] == ["c@example.org", True, "mandatory"]


def test_what_cannot_be_is_said_at_the_start(tmp_path):
    with pytest.raises(AssertionError, match="CARAVAN_EMAIL_TLS: 'yes' is neither start nor full nor none"):
        settings(tmp_path, CARAVAN_EMAIL_TLS="yes")
