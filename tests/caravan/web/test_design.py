"""The page that shows every part, and that no style is for nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.test import Client

WEB = Path(__file__).parents[3] / "platform" / "caravan" / "web"
ROOT = WEB.parents[2]
VIEWER = ROOT / "bots/viewer"
CARDS = [*(ROOT / "tournaments/models").glob("*.py"), *(ROOT / "referee/games").glob("*.json")]
"""Medals and goods are classes by their names."""
HOOKS = {"w"}
"""Where modules find words."""


def test_every_part_is_on_it(settings: Any) -> None:
    settings.DEBUG = True
    answer = Client().get("/design/")
    assert answer.status_code == 200
    used = {template.name for template in answer.templates}
    parts = {f"parts/{path.name}" for path in (WEB / "templates/parts").glob("*.html")}
    assert parts - used <= {"parts/htmx.html"}  # nothing that can be seen


def test_it_is_there_in_debug_only(db: None) -> None:
    assert Client().get("/design/").status_code == 404


def styled() -> set[str]:
    """The classes of the style sheets."""
    sheets = [path.read_text() for path in (WEB / "static/css").glob("*.css")]
    plain = re.sub(r'/\*.*?\*/|"[^"]*"', "", "".join(sheets), flags=re.DOTALL)
    return {
        name for rule in re.findall(r"([^{}]+)\{", plain) for name in re.findall(r"\.([a-zA-Z][\w-]*)", rule)
    }


def given() -> Iterator[str]:
    """The classes that templates and modules give, what is filled in as "*"."""
    for path in (WEB / "templates").rglob("*.html"):
        plain = re.sub(r"\{%.*?%\}", " ", re.sub(r"\{\{.*?\}\}", "*", path.read_text()))
        yield from re.findall(r'\bclass="([^"]*)"', plain)
    for path in (WEB / "static").rglob("*.js"):
        yield from re.findall(r'\bclass: "([^"]*)"', path.read_text())


def quoted() -> Iterator[str]:
    """Whatever else may be a class: what stands in quotes in templates, modules and code."""
    for path in (WEB / "templates").rglob("*.html"):
        for tag in re.findall(r"\{%.*?%\}|\{\{.*?\}\}", path.read_text()):
            yield from (one or other for one, other in re.findall(r'"([^"]*)"|\'([^\']*)\'', tag))
    for path in (WEB / "static").rglob("*.js"):
        for one, other in re.findall(r'"([^"\n]*)"|`([^`]*)`', path.read_text()):
            yield re.sub(r"\$\{[^{}]*\}", "*", one or other)
    for path in [*WEB.rglob("*.py"), *VIEWER.rglob("*.py"), *CARDS]:
        for text in re.findall(r'"([^"\n]*)"|\'([^\'\n]*)\'', path.read_text()):
            yield re.sub(
                r'\{.*?\}|class=|[<"]', lambda found: "*" if found[0][0] == "{" else " ", "".join(text)
            )


def names(texts: Iterator[str]) -> set[str]:
    """The words of these texts."""
    return {word for text in texts for word in text.split()}


def like(name: str, patterns: set[str]) -> bool:
    """Whether a class is one of these, or may be."""
    if name in patterns:
        return True
    filled = [re.escape(one).replace(r"\*", r"(\d*|(?<=-)\w*)") for one in patterns if one.strip("*") != one]
    return any(re.fullmatch(one, name) for one in filled if one[0] != "(")


def test_every_class_of_the_style_sheets_is_given_somewhere() -> None:
    known = names(given()) | names(quoted())
    assert [name for name in sorted(styled()) if not like(name, known)] == []


def test_every_class_that_is_given_has_a_style() -> None:
    known = styled()
    plain = {name for name in names(given()) if "*" not in name} - HOOKS
    assert sorted(plain - known) == []
