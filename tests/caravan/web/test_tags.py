"""What templates say in their own small words."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from caravan.web.templatetags import caravan as tags


@pytest.mark.parametrize(
    ("rank", "said"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st"), (None, "–")],
)
def test_ranks_are_ordinals(rank: int | None, said: str) -> None:
    assert tags.ordinal(rank) == said


@pytest.mark.parametrize(("seconds", "said"), [(None, "–"), (0.0123, "12 ms"), (1.44, "1.4 s")])
def test_times_have_a_unit_that_suits_them(seconds: float | None, said: str) -> None:
    assert tags.cpu(seconds) == said


@pytest.mark.parametrize(
    ("seconds", "said"), [(5, "just now"), (130, "2\xa0minutes ago"), (4000, "1\xa0hour ago")]
)
def test_moments_are_as_long_ago_as_matters(seconds: int, said: str) -> None:
    moment = timezone.now() - timedelta(seconds=seconds)
    assert f">{said}</time>" in tags.ago(moment)
    assert moment.isoformat() in tags.ago(moment)


def test_nothing_is_no_time_ago() -> None:
    assert tags.ago(None) == "–"


def test_what_ends_says_how_long_it_has_left() -> None:
    now = timezone.now()
    assert ">2\xa0days, 4\xa0hours</time>" in tags.left(now + timedelta(days=2, hours=4, minutes=1))
    assert ">a moment</time>" in tags.left(now - timedelta(minutes=1))
    assert ">a moment</time>" in tags.left(now + timedelta(seconds=30))
    assert ">in a moment</span>" in tags.hour(now + timedelta(seconds=30))
    assert tags.left(None) == "open"


def test_suits_are_coloured_and_words_escaped() -> None:
    assert tags.suits("7♥ <b>") == '7<span class="on-page heart">♥</span> &lt;b&gt;'


def test_changes_say_their_sign_and_shares_are_percents() -> None:
    assert [tags.signed(value) for value in (1.46, -0.31, -0.04, 0.04, None)] == [
        "+1.5",
        "−0.3",
        "0.0",
        "0.0",
        "–",
    ]
    assert tags.percent(0.625) == "62 %"
