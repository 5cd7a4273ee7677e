"""What is due by the clock is tried again soon: an error in one thing keeps no other from its turn."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from tournaments.errors import StateError

log = logging.getLogger(__name__)


def guarded(action: Callable[..., Any], *args: Any, **named: Any) -> None:
    """Does it; an error is logged, and somebody who was first is no error."""
    try:
        action(*args, **named)
    except StateError as error:
        log.info("%s: %s", action.__name__, error)
    except Exception:
        log.exception("%s failed", action.__name__)
