"""The examples that stand in documents, for tests that run them."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def examples(page: str, language: str) -> list[str]:
    """The blocks of a page in this language."""
    text = (DOCS / page).read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def example(page: str, language: str) -> str:
    """The only one."""
    (found,) = examples(page, language)
    return found
