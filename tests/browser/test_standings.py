"""Standings that come again by themselves."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.served import Site


def test_standings_that_have_changed_come_by_themselves_and_leave_the_focus(page: Page, site: Site) -> None:
    def changed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("Standings after", "News after"))

    page.clock.install()
    page.route("**/seasons/1/tables/", changed)
    page.goto("/leagues/pis-yedili-open/seasons/1/")
    link = page.locator('#tables a[href$="/entries/2/"]')
    link.focus()
    page.evaluate("window.before = document.activeElement")
    page.clock.fast_forward(61_000)
    expect(page.get_by_role("heading", name="News after round")).to_be_visible()
    expect(link).to_be_focused()
    assert page.evaluate("document.activeElement !== window.before")
