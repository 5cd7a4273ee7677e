"""Where a server is: scheme, host and port, and nothing after them."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from bots.client.errors import AddressError
from bots.quoting import shown


def origin(text: str) -> str:
    """`https://host` of what somebody typed or pasted; without a scheme https, on this machine http."""
    text = text.strip()
    try:
        parts = urlsplit(text if "://" in text else f"//{text}")
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")  # as it is looked up: no part of it is empty, or too long
    except ValueError:
        host = port = None
    if not host or not host.isascii() or parts.scheme not in ("", "http", "https") or "@" in parts.netloc:
        raise AddressError(f"{shown(text)!r} is no address of a server: say https://caravan.example")
    scheme = parts.scheme or ("http" if _is_here(host) else "https")
    usual = {"http": 80, "https": 443}[scheme]
    place = f"[{host}]" if ":" in host else host
    return f"{scheme}://{place}" if port in (None, usual) else f"{scheme}://{place}:{port}"


def is_here(address: str) -> bool:
    """Whether it is on this machine."""
    return _is_here(urlsplit(address).hostname or "")


def is_exposed(address: str) -> bool:
    """Whether everybody on the way can read what is sent there."""
    return address.startswith("http:") and not is_here(address)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
