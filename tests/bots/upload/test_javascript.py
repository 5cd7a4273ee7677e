"""JavaScript that is uploaded: compiled in the sandbox, never run, its errors told with their lines."""

import contextlib
from pathlib import Path

import pytest

from bots.errors import UploadError
from bots.sandbox import Rung, SandboxError, detect, landlock
from bots.upload import javascript
from bots.upload.javascript import NO_BOT, check_javascript

BOT = b"export const choose = (view, legal) => legal[0];\n"
ENDLESS = b"for (;;); // choose\n"


@pytest.fixture
def sandboxed() -> None:
    """A host that can isolate; another one compiles nothing."""
    if detect().name == "none":
        pytest.skip("there is no sandbox on this host")


def refusal(files: dict[str, bytes], entry: str = "bot.mjs") -> str:
    with pytest.raises(UploadError) as caught:
        check_javascript(files, entry)
    return str(caught.value)


def test_what_compiles_is_taken_and_never_run(sandboxed: None) -> None:
    check_javascript({"bot.mjs": BOT + ENDLESS, "lib/table.cjs": b"return 1", "data.json": b"{"}, "bot.mjs")


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (
            {"bot.mjs": b"\nfunction choose(view legal) {}"},
            "bot.mjs, line 2: syntax error: Unexpected identifier",
        ),
        ({"bot.mjs": BOT, "lib/no.cjs": b"\n\nlet a b"}, "lib/no.cjs, line 3: syntax error: Unexpected id"),
        ({"bot.mjs": BOT, "no.js": b"import a from 'b'"}, "no.js, line 1: syntax error: Cannot use import"),
        ({"bot.mjs": BOT, "a b\u00e4.js": b"}"}, "a b\u00e4.js, line 1: syntax error: Unexpected token '}'"),
        ({"bot.mjs": b"choose = 1; '\xff'"}, "bot.mjs: is not UTF-8"),
        ({"bot.mjs": b"console.log('hello')"}, f"bot.mjs: {NO_BOT}"),
    ],
)
def test_what_does_not_compile_is_told_its_file_and_line(
    sandboxed: None, files: dict[str, bytes], words: str
) -> None:
    assert refusal(files).startswith(words)


def test_a_module_is_told_by_the_package_it_is_in(sandboxed: None) -> None:
    check_javascript({"bot.js": BOT, "package.json": b'{"type": "module"}'}, "bot.js")
    assert "Unexpected token 'export'" in refusal({"bot.js": BOT}, "bot.js")


def test_what_node_chokes_on_is_refused_in_words(sandboxed: None) -> None:
    deep = b"const choose = " + b"[" * 200_000
    assert refusal({"bot.mjs": deep}).startswith(("not readable as JavaScript", "bot.mjs, line 1"))


def test_where_nothing_can_be_isolated_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(javascript, "detect", lambda: Rung("none", "no"))
    check_javascript({"bot.mjs": b"choose ("}, "bot.mjs")


def test_a_sandbox_that_fails_is_told_as_the_servers_own(
    sandboxed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise SandboxError("the disk is full")

    monkeypatch.setattr("bots.sandbox.bubblewrap.Launcher.launch", fail)
    assert refusal({"bot.mjs": BOT}) == "JavaScript bots cannot run here: the disk is full"


def test_where_only_landlock_holds_it_lines_are_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    if landlock.version() < landlock.NEEDED:
        pytest.skip("there is no Landlock on this host")
    monkeypatch.setattr(javascript, "detect", lambda: Rung("landlock", "asked for"))
    check_javascript({"bot.mjs": BOT}, "bot.mjs")
    assert refusal({"bot/bot.mjs": b"\nchoose ("}, "bot/bot.mjs").startswith(
        "bot/bot.mjs, line 2: syntax error"
    )


def test_nothing_is_left_of_a_compilation(
    sandboxed: None, public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(javascript.tempfile, "tempdir", str(public))
    for source in (BOT, b"choose ("):
        with contextlib.suppress(UploadError):
            check_javascript({"deep/bot.mjs": source}, "deep/bot.mjs")
    assert list(public.iterdir()) == []


def test_a_place_that_bots_cannot_see_is_the_servers_fault(
    sandboxed: None, public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(javascript.tempfile, "tempdir", str(public))
    monkeypatch.setattr(javascript.store, "write", lambda folder, files: None)
    assert "JavaScript bots cannot run here: bwrap: Can't find source path" in refusal({"bot.mjs": BOT})
