"""Positions and views as people read them on a terminal: a line for each field that says something."""

import json
from collections.abc import Container, Mapping
from itertools import groupby
from typing import Any


def told(view: Mapping[str, Any], leave_out: Container[str] = ()) -> dict[str, str]:
    """The fields that hold anything, each on one line."""
    return {
        name: short(value)
        for name, value in view.items()
        if name not in leave_out and value not in (None, [], {})
    }


def short(value: Any) -> str:
    """JSON without quotes, equal neighbours in lists counted."""
    if isinstance(value, list):
        runs = [(one, len(list(run))) for one, run in groupby(map(short, value))]
        return f"[{', '.join(one if times == 1 else f'{times} × {one}' for one, times in runs)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name}: {short(each)}' for name, each in value.items())}}}"
    return value if isinstance(value, str) else json.dumps(value)
