"""The guides as pages: all of them are there, and what they lead to is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from caravan.web import guides

DOCS = Path(__file__).parents[3] / "docs"


def test_every_guide_is_listed_with_what_it_is_for(db: None, client: Client) -> None:
    page = client.get("/docs/").content.decode()
    for path in DOCS.glob("*.md"):
        assert f'<a href="/docs/{path.stem}/">' in page


def test_every_guide_leads_to_what_is_there(db: None, client: Client) -> None:
    pages = {name: client.get(f"/docs/{name}/") for name in guides.names()}
    assert {page.status_code for page in pages.values()} == {200}
    texts = {f"/docs/{name}/": page.content.decode() for name, page in pages.items()}
    links = {
        link for text in texts.values() for link in re.findall(r'href="(/(?:docs|games|api)/[^"]+)"', text)
    }
    assert len(links) > 30
    for link in links:
        address, _, anchor = link.partition("#")
        if address not in texts:
            assert client.get(address).status_code == 200, link
        elif anchor:
            assert f'id="{anchor}"' in texts[address], link


@pytest.mark.parametrize(
    ("name", "link", "led"),
    [
        ("kits", "protocol.md#clocks", "/docs/protocol/#clocks"),
        ("benchmarks/matches", "../kits.md", "/docs/kits/"),
        ("kits", "benchmarks/matches.md", "/docs/benchmarks/matches/"),
        ("kits", "../seeds/donkey.md", "/games/donkey/"),
        ("kits", "../platform/caravan/openapi.yaml", "/api/v1/openapi.yaml"),
        ("kits", "https://example.org/a.md", "https://example.org/a.md"),
        ("kits", "#clocks", "#clocks"),
        ("kits", "../referee/game.py", ""),
        ("kits", "../../etc/passwd.md", ""),
        ("kits", "nowhere.md", ""),
    ],
)
def test_a_link_leads_to_the_page_of_the_file(name: str, link: str, led: str) -> None:
    assert guides.address(name, link) == led


@pytest.mark.parametrize("name", ["nowhere", "../README", "kits.md"])
def test_what_is_no_guide_is_not_there(db: None, client: Client, name: str) -> None:
    assert client.get(f"/docs/{name}/").status_code == 404
