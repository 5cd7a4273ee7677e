"""Rule books as pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bots import rulebook as books
from caravan.web import rulebook


@pytest.fixture
def seeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of rule books."""
    monkeypatch.setattr(books, "BOOKS", tmp_path)
    rulebook.html.cache_clear()
    return tmp_path


def test_html_in_a_rule_book_is_shown_and_not_obeyed(seeds: Path) -> None:
    (seeds / "chess.md").write_text("# Chess\n\n<script>alert(1)</script> [here](javascript:alert(1))\n")
    page = rulebook.html("chess")
    assert "<script" not in page
    assert "href" not in page
    assert "Chess" not in page  # the page has a title of its own


def test_tables_and_lists_are_drawn(seeds: Path) -> None:
    (seeds / "chess.md").write_text("# Chess\n\n| card | points |\n|---|---|\n| J | 25 |\n\n- one\n")
    page = rulebook.html("chess")
    assert re.search('<div class="scroll" tabindex="0"[^>]*><table>', page)
    assert "<li>one</li>" in page


def test_a_game_without_a_rule_book_tells_its_rules_from_its_code(seeds: Path) -> None:
    assert "after a 7 the next player" in rulebook.html("pis_yedili")


def test_figures_stand_at_the_right_without_a_style_of_their_own(seeds: Path) -> None:
    (seeds / "chess.md").write_text("# Chess\n\n| card | |\n|---|---:|\n| J | 25 |\n")
    page = rulebook.html("chess")
    assert '<td class="n">25</td>' in page
    assert "style=" not in page
    assert "></th>" not in page
