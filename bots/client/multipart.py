"""A file and some words as a form sends them (RFC 7578)."""

import secrets
from collections.abc import Mapping

_ESCAPES = str.maketrans({'"': "%22", "\r": "%0D", "\n": "%0A"})


def form(fields: Mapping[str, str], name: str, filename: str, content: bytes) -> tuple[bytes, str]:
    """The body and its Content-Type."""
    boundary = secrets.token_hex(16)
    parts = [(f'name="{field}"', text.encode()) for field, text in fields.items()]
    safe = filename.encode(errors="replace").decode().translate(_ESCAPES)
    parts.append((f'name="{name}"; filename="{safe}"\r\nContent-Type: application/octet-stream', content))
    body = b"".join(
        f"--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + part + b"\r\n"
        for head, part in parts
    )
    return body + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"
