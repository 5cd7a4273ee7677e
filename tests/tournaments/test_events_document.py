"""What docs/events.md says of webhooks is what is sent, and its check of a signature works."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tournaments.models import Webhook
from tournaments.services import deliveries, webhooks
from tournaments.services.webhooks import signature

TEXT = (Path(__file__).parents[2] / "docs" / "events.md").read_text()


def figures(text):
    """The numbers in a text."""
    return re.findall(r"\d+", text)


@pytest.fixture
def genuine():
    """The function in the document."""
    code = re.search(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)[1]
    assert len(code.strip().splitlines()) <= 11
    found = {}
    exec(code, found)  # noqa: S102 - that is what readers do
    return found["genuine"]


def test_the_check_of_a_signature_works(genuine):
    now, body = timezone.now(), '{"data": "é"}'
    header = signature("whsec_a", body, now)
    assert genuine("whsec_a", header, body.encode())
    assert not genuine("whsec_b", header, body.encode())
    assert not genuine("whsec_a", header, body.encode() + b" ")
    assert not genuine("whsec_a", header.replace("t=1", "t=2"), body.encode())
    assert not genuine("whsec_a", signature("whsec_a", body, now - timedelta(hours=1)), body.encode())


def test_every_event_and_every_gap_is_told():
    rows = re.findall(r"^\| `([\w.]+)` \|", TEXT, re.MULTILINE)
    assert rows[:5] == [*Webhook.Event.values, webhooks.PING]
    gaps = [int(gap.total_seconds() // 60) for gap in deliveries.GAPS]
    minutes, hours = re.search(r"sent again after (.*?) minutes, (.*?) hours", TEXT).groups()
    assert gaps == [int(each) * unit for text, unit in ((minutes, 1), (hours, 60)) for each in figures(text)]
    assert f"for {deliveries.KEPT.days}\ndays" in TEXT
