"""How often one may ask; who asks too often is told after how many seconds to come back."""

from __future__ import annotations

from rest_framework.throttling import AnonRateThrottle, UserRateThrottle


class Nobody(AnonRateThrottle):
    """By address, for who is not signed in and shows no token."""

    rate = "60/min"


class Somebody(UserRateThrottle):
    """By user, over all their tokens."""

    rate = "600/min"
