"""Where a server is, from what somebody types or pastes."""

import pytest

from bots.client.address import is_exposed, origin
from bots.client.errors import AddressError


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("https://caravan.example", "https://caravan.example"),
        ("caravan.example", "https://caravan.example"),
        (" https://Caravan.example:443/settings/tokens/ ", "https://caravan.example"),
        ("http://caravan.example:80", "http://caravan.example"),
        ("caravan.example:8443", "https://caravan.example:8443"),
        ("localhost:8000", "http://localhost:8000"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("http://0", "http://0"),
    ],
)
def test_an_address_is_scheme_host_and_port(typed: str, meant: str) -> None:
    assert origin(typed) == meant


@pytest.mark.parametrize(
    "typed",
    [
        *("", "ftp://caravan.example", "https://", "https://ab:cd@caravan.example", "caravan.example:port"),
        *("https://[::1", "https://caravan.example:99999", "https://kärwan.example", "file:///etc/passwd"),
        *("a..b", ".example", f"https://{'a' * 64}.example"),
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(AddressError, match="no address of a server"):
        origin(typed)


def test_only_plain_http_to_elsewhere_is_exposed() -> None:
    assert is_exposed("http://caravan.example")
    assert is_exposed("http://192.168.1.2:8000")
    assert not any(map(is_exposed, ["https://caravan.example", "http://127.0.0.1:1", "http://a.localhost"]))
