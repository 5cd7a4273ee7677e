"""Somebody who signs up on a site and makes a token there, by its forms."""

from __future__ import annotations

import re
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

PATIENCE = 600
"""Seconds."""


class Newcomer:
    """Has an account from then on."""

    def __init__(self, site: str, name: str) -> None:
        self._site, self._browser = site, build_opener(HTTPCookieProcessor(CookieJar()))
        self._send("/accounts/signup/", username=name, password1="camels drink slowly")

    def token(self) -> str:
        """A new one, to read and to submit."""
        page = self._send("/settings/tokens/new/?cli=1", name="here", scopes=["read", "submit"], days="90")
        found = re.search(r"crv_[\w-]+", page)
        assert found, page
        return found[0]

    def _send(self, path: str, **fields: str | list[str]) -> str:
        """Fills in the form on a page; the page that comes then."""
        secret = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self._get(path))
        assert secret, path
        body = urlencode({"csrfmiddlewaretoken": secret[1], **fields}, doseq=True).encode()
        return self._get(path, body)

    def _get(self, path: str, body: bytes | None = None) -> str:
        address = self._site + path
        asked = Request(address, body, {"Referer": address, "Origin": self._site})  # noqa: S310 - this machine
        with self._browser.open(asked, timeout=PATIENCE) as answer:
            return str(answer.read().decode())
