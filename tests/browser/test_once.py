"""A form is sent once, however often its button is clicked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.test_pages import sign_in

SUBMIT = """() => {
  const form = document.querySelector("main form[method=post]");
  return form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
}"""
"""Whether the form would be sent."""
BACK = "() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


@pytest.mark.parametrize("path", ["/settings/tokens/new/", "/settings/webhooks/new/", "/bots/erg/challenge/"])
def test_two_clicks_send_one_form(page: Page, path: str) -> None:
    sign_in(page, "mira")
    page.goto(path)
    assert [page.evaluate(SUBMIT), page.evaluate(SUBMIT)] == [True, False]
    page.evaluate(BACK)
    assert page.evaluate(SUBMIT)


@pytest.mark.parametrize("path", ["/accounts/signup/", "/accounts/login/"])
def test_nobody_signs_up_or_in_twice(page: Page, path: str) -> None:
    page.goto(path)
    assert [page.evaluate(SUBMIT), page.evaluate(SUBMIT)] == [True, False]
