"""Secrets on a disk that is full: nothing half-written, and a sentence."""

from __future__ import annotations

import errno
import subprocess
import sys

import pytest

from caravan import keys
from tests.launched import ROOT

FULL = OSError(errno.ENOSPC, "No space left on device")
COMMAND = """
import errno, runpy, sys
from caravan import keys
def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")
keys.kept = full
sys.argv = ["manage.py", "check"]
runpy.run_path("manage.py", run_name="__main__")
"""


def test_a_secret_that_could_not_be_written_leaves_no_draft_and_is_made_later(tmp_path, monkeypatch):
    def full(length):
        raise FULL

    with monkeypatch.context() as patch:
        patch.setattr(keys.secrets, "token_urlsafe", full)
        with pytest.raises(OSError, match="No space left"):
            keys.kept(tmp_path / "data" / "key")
    assert not list((tmp_path / "data").iterdir())
    assert len(keys.kept(tmp_path / "data" / "key")) == 50


def test_a_command_that_cannot_even_begin_says_so_in_a_sentence():
    done = subprocess.run(
        [sys.executable, "-c", COMMAND], cwd=ROOT, check=False, text=True, capture_output=True
    )
    told = "Caravan cannot write what it has to (No space left on device). Make room, then run this again.\n"
    assert (done.returncode, done.stderr) == (1, told)
