"""Every address of the site as everybody finds it: headers, what makes a page a page, and where it leads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings

from caravan.web.middleware import security_headers
from tests import world as builder
from tests.caravan.web.pages import Page
from tests.caravan.web.snapshots import rows
from tests.caravan.web.test_secrecy import ADDRESSES, PEOPLE, address, person
from tests.served import QUICK

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("walked")]
"""In one process, as all look at one walk."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""On every answer, beside a policy for content, and for all but files of the site one for permissions."""
COOKIES = "/settings/appearance/"
"""Takes a form without a token, which would make each page another one: it looks at where that comes from."""
MORE = (
    "/nowhere/",
    "/bots/nobody-has-it/",
    "/matches/999999/",
    "/static/css/base.css",
    "/static/no.css",
    "/admin/",
)
ACCOUNTS = ("login", "signup", "logout", "password/reset", "password/change", "email", "inactive")
ALIKE = ("member", "stranger", "elsewhere", "organiser")
"""Who see nothing that no other sees: what an organiser has on the desk staff have too."""
WALKERS = [who for who in PEOPLE if who not in ALIKE]
HANDLER = re.compile(r"on[a-z]+")


@dataclass
class Answer:
    """What somebody got."""

    who: str
    path: str
    status: int
    headers: dict[str, str]
    text: str

    @property
    def page(self) -> Page | None:
        """The page, if it is a whole one that belongs to the site."""
        whole = self.headers["Content-Type"].startswith("text/html") and "<html" in self.text
        return Page(self.text) if whole and "Content-Disposition" not in self.headers else None

    @property
    def framed(self) -> bool:
        """Whether it is meant to be shown within other pages."""
        return "embed" in self.path

    def __str__(self) -> str:
        return f"{self.who}: {self.path}"


@dataclass
class Walk:
    """All that was got, and where the links on all pages lead."""

    answers: list[Answer]
    links: dict[tuple[str, str], int]
    """By who follows them, and whither."""
    changed: dict[str, Any]
    """What is another in the database afterwards."""

    @property
    def pages(self) -> Iterator[tuple[Answer, Page]]:
        """The pages among the answers."""
        for answer in self.answers:
            if page := answer.page:
                yield answer, page


def ask(client: Client, who: str, path: str) -> Answer:
    """One of them."""
    answer = client.get(path)
    return Answer(
        who, path, answer.status_code, dict(answer.items()), answer.getvalue().decode(errors="replace")
    )


def leads(answer: Answer, page: Page) -> Iterator[str]:
    """The addresses of the site to which the links of a page lead, away from itself."""
    for link in page.values("href", "a"):
        parts = urlsplit(urljoin(f"http://testserver{answer.path}", link))
        if parts.netloc == "testserver" and parts.path != answer.path.partition("?")[0]:
            yield parts._replace(scheme="", netloc="", fragment="").geturl()


def walk() -> Walk:
    """Each of `WALKERS` asks for everything, then follows each link that was on a page of theirs."""
    world = builder.build()
    builder.draft(world.season.league)
    clients = {who: Client() for who in WALKERS}
    for who, client in clients.items():
        if user := person(world, who):
            client.force_login(user)
    paths = [address(route, world.open) for route in ADDRESSES if route != "readyz"]
    paths += [*MORE, *(f"/accounts/{each}/" for each in ACCOUNTS)]
    paths += [f"/fixtures/{world.playing.pk}/live/", f"/matches/{world.open.matches.all()[0].pk}/?embed=1"]
    before = rows()
    answers = [ask(client, who, path) for who, client in clients.items() for path in paths]
    known = {(answer.who, answer.path): answer.status for answer in answers}
    links: dict[tuple[str, str], int] = {}
    for answer in answers:
        for path in leads(answer, answer.page) if answer.page else ():
            at = answer.who, path
            known[at] = known.get(at) or clients[answer.who].get(path).status_code
            links[at] = known[at]
    after = rows()
    return Walk(answers, links, {name: after[name] for name in before if after[name] != before[name]})


@pytest.fixture(scope="module")
def walked(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Walk]:
    """One walk for all tests of this file."""
    folder: Path = tmp_path_factory.mktemp("walked")
    apart = {"CARAVAN_DATA": folder, "CARAVAN_STORE": folder / "versions", "PASSWORD_HASHERS": QUICK}
    with django_db_blocker.unblock(), override_settings(**apart), transaction.atomic():
        yield walk()
        transaction.set_rollback(True)


def test_there_are_pages_and_others(walked: Walk) -> None:
    pages = {answer.path for answer, _ in walked.pages}
    assert len(pages) > 40
    assert len(walked.links) > 100


def test_every_answer_carries_the_headers_that_protect_its_reader(walked: Walk) -> None:
    for answer in walked.answers:
        assert HEADERS.items() <= answer.headers.items(), answer
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy, answer
        assert "unsafe" not in policy, answer
        assert ("frame-ancestors *" in policy) == answer.framed, answer
        assert not answer.page or ("X-Frame-Options" in answer.headers) != answer.framed, answer
        file = answer.path.startswith("/static/") and answer.status == 200
        assert "Permissions-Policy" in answer.headers or file, answer
        assert not answer.page or "style-src 'self'" in policy, answer


@pytest.mark.parametrize(("kept", "left"), [("max-age=9, immutable", 4), ("max-age=9", 5)])
def test_a_file_that_never_changes_comes_with_few_headers(kept: str, left: int) -> None:
    plain = HttpResponse(headers={"Cache-Control": kept, "ETag": '"1"', "X-Content-Type-Options": "nosniff"})
    answer = security_headers(lambda request: plain)(RequestFactory().get("/static/a.js"))
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert len(answer.headers) == left


def test_every_page_says_in_which_language_what_it_is(walked: Walk) -> None:
    for answer, page in walked.pages:
        assert next(page.values("lang", "html")).startswith("en"), answer
        assert page.text("title"), answer
        if not answer.path.startswith("/admin/"):
            assert page.count("main") == 1, answer
            assert page.count("h1") == 1, answer
            assert page.text("h1"), answer


def test_every_page_tells_what_it_has_to_tell_as_text(walked: Walk) -> None:
    for answer, page in walked.pages:
        if not answer.path.startswith("/admin/"):
            assert len(page.text("main")) > len(page.text("h1")) + 20 or answer.framed, answer


def test_nothing_is_written_into_a_page_that_a_strict_policy_forbids(walked: Walk) -> None:
    for answer, page in walked.pages:
        for tag, attributes in page.elements:
            assert tag != "style", answer
            assert tag != "script" or "src" in attributes or attributes["type"] == "application/json", answer
            assert "style" not in attributes, (str(answer), tag)
            assert not [name for name in attributes if HANDLER.fullmatch(name)], (str(answer), tag)


def test_nothing_on_a_page_comes_from_another_host(walked: Walk) -> None:
    for answer, page in walked.pages:
        wanted = [*page.values("src"), *page.values("href", "link", "use", "image"), *page.values("srcset")]
        assert [one for one in wanted if not re.match(r"/(?!/)|data:|#", one)] == [], answer


def test_every_form_works_without_scripts_and_says_whose_it_is(walked: Walk) -> None:
    for answer, page in walked.pages:
        for form in page.forms:
            assert form.sent_by or len(form.fields) == 1, (str(answer), form.attributes)  # by Enter
            names = [one.get("name") for one in form.fields]
            to = form.attributes.get("action") or answer.path
            posts = form.attributes.get("method") == "post" and to != COOKIES
            assert ("csrfmiddlewaretoken" in names) == posts, (str(answer), form.attributes)


def test_every_name_within_a_page_is_there_once_and_is_found(walked: Walk) -> None:
    for answer, page in walked.pages:
        counted = Counter(page.values("id"))
        assert [name for name, count in counted.items() if count > 1] == [], answer
        wanted = {
            *page.values("for", "label"),
            *page.values("aria-labelledby"),
            *page.values("aria-describedby"),
        }
        wanted |= {link[1:] for link in page.values("href", "a") if link.startswith("#")}
        missing = {each for one in wanted for each in one.split()} - counted.keys()
        assert missing == set(), answer


def test_every_link_leads_to_something_that_its_reader_may_see(walked: Walk) -> None:
    assert {at: status for at, status in walked.links.items() if status >= 400} == {}


def test_whoever_only_asks_changes_nothing(walked: Walk) -> None:
    assert walked.changed == {}
