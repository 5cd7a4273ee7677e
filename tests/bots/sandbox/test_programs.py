"""The roots of bots without Python: what they hold, and what is said where something is missing."""

import os
import stat
import sys
from pathlib import Path

import pytest

from bots.sandbox import Limits, SandboxError, bubblewrap, programs
from bots.sandbox.languages import LANGUAGES, named

ROOTS = {"javascript": {"node", "prlimit"}, "executable": {"prlimit"}, "python": {"python3"}}


@pytest.mark.parametrize("language", ROOTS)
def test_a_root_holds_the_programs_of_its_language_and_no_others(language):
    root = LANGUAGES[language].layers()[0][0]
    assert {path.name for path in (root / "usr/bin").iterdir()} == ROOTS[language]
    assert {path.name for path in root.iterdir()} <= {"bot", "dev", "lib", "lib64", "usr"}
    assert not [name for name in os.listdir(root / "usr/lib") if "python" in name] or language == "python"


@pytest.mark.parametrize("layer", [programs.node_layer, programs.bare_layer])
def test_no_file_can_be_written_by_another_and_none_is_a_link_or_has_rights(layer):
    for path in layer().rglob("*"):
        mode = path.lstat().st_mode
        assert stat.S_ISDIR(mode) or stat.S_ISREG(mode), path
        assert not mode & 0o6022, path


def test_a_root_is_built_once_and_anew_for_another_node(tmp_path, monkeypatch):
    monkeypatch.setattr("bots.sandbox.cache.SYSTEM", tmp_path / "system")
    first = programs.node_layer(tmp_path)
    assert programs.node_layer(tmp_path) == first
    other = tmp_path / "node"
    other.write_bytes(programs.node()[0].read_bytes())
    other.chmod(0o755)
    monkeypatch.setattr(programs, "node", lambda: (other, 18))
    assert programs.node_layer(tmp_path) != first


def test_files_that_are_named_in_the_program_come_with_it(tmp_path, monkeypatch):
    part = tmp_path / "usr" / "share" / "nodejs" / "lexer.js"
    part.parent.mkdir(parents=True)
    part.touch()
    binary = tmp_path / "libnode.so"
    binary.write_bytes(b"\0" + str(part).encode() + b"\0" + str(part).encode() + b"x.js\0")
    monkeypatch.setattr(
        programs, "OWN_FILES", programs.re.compile(rb"/[\w./-]+/usr/share/nodejs/[\w./-]+\.js")
    )
    assert programs._own_files(binary) == {part}


def path_of(folder: Path, **programs: str) -> str:
    """A PATH on which only these scripts lie."""
    for name, script in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return str(folder)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ({}, "prlimit is missing: apt install util-linux"),
        ({"prlimit": ""}, "node is missing: apt install nodejs"),
        ({"prlimit": "", "node": "exit 1"}, "does not say its version"),
        ({"prlimit": "", "node": "echo /usr/bin/node; echo 12"}, "node is older than 18"),
    ],
)
def test_a_host_that_cannot_run_javascript_says_why(tmp_path, monkeypatch, found, words):
    monkeypatch.setenv("PATH", path_of(tmp_path, **found))
    assert words in LANGUAGES["javascript"].complaint()
    with pytest.raises(SandboxError, match=words):
        named("javascript")
    assert LANGUAGES["python"].complaint() == ""


def test_a_host_without_node_still_runs_the_other_languages(bubblewrapped, tmp_path, monkeypatch, started):
    monkeypatch.setattr(LANGUAGES["javascript"], "check", lambda: programs.program("no-node"))
    monkeypatch.setitem(programs.PACKAGES, "no-node", "nodejs")
    launcher = bubblewrap.Launcher()
    assert started(launcher, "def choose(view, legal): return legal[0]").move() == "pass"
    with pytest.raises(SandboxError, match="no-node is missing"):
        launcher.launch(tmp_path, "bot.mjs", "javascript", Limits())


def test_executables_are_for_linux(monkeypatch):
    assert LANGUAGES["executable"].complaint() == ""
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "for Linux, this is darwin" in LANGUAGES["executable"].complaint()


def test_a_limit_of_the_host_that_is_lower_stays(monkeypatch):
    monkeypatch.setattr("bots.sandbox.languages.resource.getrlimit", lambda which: (5, 5))
    command = LANGUAGES["executable"].inside("bot", {"CPU": 60, "FSIZE": 0})
    assert command == ["/usr/bin/prlimit", "--cpu=5", "--fsize=0", "/bot/bot"]
