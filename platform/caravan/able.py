"""Whether this process, with its uid and its view of the host, can isolate strangers' code.

python -m caravan.able
"""

from __future__ import annotations

import sys

from bots.sandbox import detect


def complaint() -> str:
    """Why bots cannot be isolated here and what helps, or nothing."""
    rung = detect()
    if rung.name == "full":
        return ""
    return f"This host cannot isolate bots: {rung.reason.rstrip('.')}. {rung.remedy}".strip()


if __name__ == "__main__":
    sys.exit(complaint() or 0)
