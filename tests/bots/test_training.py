"""What docs/training.md shows is what is there, and works."""

import re
import runpy
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "seeds" / "training" / "reinforce.py"
PAGE = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.S | re.M)


def test_the_example_learns():
    """From a random player's few wins to far more, in the first fiftieth of its training."""
    example = runpy.run_path(str(EXAMPLE))
    nothing = example["share"](np.zeros(128), 60)
    assert nothing < 0.2
    assert example["share"](example["train"](400), 60) > nothing + 0.1


def test_the_page_shows_the_example():
    assert EXAMPLE.read_text(encoding="utf-8") in BLOCKS


def test_the_example_is_short():
    assert len([line for line in EXAMPLE.read_text(encoding="utf-8").splitlines() if line]) <= 40


@pytest.mark.parametrize("block", [block for block in BLOCKS if "__main__" not in block])
def test_what_the_page_shows_beside_it_runs(block):
    exec(compile(block, "docs/training.md", "exec"), {})  # noqa: S102 - our own page
