"""The page about the API says all that its document says."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from django.test import Client

from caravan.openapi import DOCUMENT
from tests.caravan.web.pages import Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def document() -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load(DOCUMENT.read_text())
    return told


def test_every_request_is_on_it_with_its_fields(document: dict[str, Any]) -> None:
    page = Client().get("/api/docs/").content.decode()
    for path, methods in document["paths"].items():
        for method, said in methods.items():
            at = f'>{method.upper()}</span><code class="wrapword">{path}</code>'
            assert page.count(at) == 1, at
            own = page.partition(at)[2].partition("</li>")[0]
            wanted = [each["name"] for each in said.get("parameters", ()) if each["in"] != "path"]
            for content in said.get("requestBody", {}).get("content", {}).values():
                name = content["schema"]["$ref"].rpartition("/")[2]
                wanted += document["components"]["schemas"][name]["properties"]
            assert [name for name in wanted if f"<code>{name}</code>" not in own] == [], at
            assert f"<code>{said['security'][0]['token'][0]}</code>" in own
            assert ("No token needed" in own) == ({} in said["security"])


def test_every_shape_that_is_told_is_described_where_links_lead() -> None:
    page = Page(Client().get("/api/docs/").content.decode())
    leads = {link for link in page.values("href", "a") if link.startswith("#is-")}
    shapes = {f"#{name}" for name in page.values("id", "h3")}
    assert {"#is-BotRow", "#is-Problem", "#is-TrialRow"} <= leads <= shapes
    assert not {"#is-NewBot", "#is-PaginatedBotRowList", "#is-VersionState"} & shapes


def test_choices_and_what_may_be_null_are_said() -> None:
    page = Client().get("/api/docs/").content.decode()
    version = page.partition('id="is-VersionRow"')[2].partition("</table>")[0]
    assert "`" not in page
    assert "checking, trial, passed, active, refused" in version
    assert '<a href="#is-InsideRow">InsideRow</a> or null' in version
    assert 'a list of <a href="#is-BegunRow">BegunRow</a>' in version


def test_streams_are_told_as_lines_with_what_each_event_carries() -> None:
    page = Client().get("/api/docs/").content.decode()
    stream = page.partition("/seasons/{number}/stream/</code>")[2].partition("</li>")[0]
    assert 'Answer: lines, each a <a href="#is-SeasonLine">SeasonLine</a>' in stream
    line = page.partition('id="is-SeasonLine"')[2].partition("</table>")[0]
    assert "season, fixture.finished, round.settled, season.changed, done" in line
    for shape in ("FixtureFinished", "RoundSettled"):
        assert shape in line
        assert f'id="is-{shape}"' in page
    assert 'id="is-Over"' in page
    assert "<tbody></tbody>" not in page
