"""Texts from elsewhere."""

from __future__ import annotations


def kept(text: str, length: int) -> str:
    """What a database keeps of a text: so many characters, none of which it would refuse."""
    return text.encode(errors="replace").decode().replace("\0", "\ufffd")[:length]
