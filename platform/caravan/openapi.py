"""Where the document of the API lies, which `manage.py spectacular` writes and the API and a page show."""

from __future__ import annotations

from pathlib import Path

DOCUMENT = Path(__file__).with_suffix(".yaml")
