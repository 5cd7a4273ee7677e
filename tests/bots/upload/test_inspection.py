"""What an uploader is told."""

import io
import os
import zipfile
from pathlib import Path

import pytest

from bots.errors import UploadError
from bots.sandbox.languages import LANGUAGES
from bots.upload.archive import MAX_PACKED
from bots.upload.inspection import inspect, inspect_path
from tests.compiled import compiled

SOURCE = b"def choose(view, legal):\n    return legal[0]\n"
MANIFEST = b'name = "Late Shift"\ngames = ["pis_yedili"]\n'


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        for name, content in files.items():
            target.writestr(name, content)
    return out.getvalue()


def bot(manifest: bytes = MANIFEST, **more: bytes) -> bytes:
    return zipped(**{"bot.toml": manifest, "bot.py": SOURCE}, **more)


def refusal(data: bytes, filename: str = "bot.zip", games: tuple[str, ...] = ()) -> str:
    with pytest.raises(UploadError) as caught:
        inspect(data, filename, games=games)
    return str(caught.value)


def test_a_script_plays_the_games_the_caller_says() -> None:
    upload = inspect(SOURCE, "C:\\bots\\late_shift.py", games=["pis_yedili"])
    assert (upload.name, upload.games, upload.language) == ("late_shift", ["pis_yedili"], "python")
    assert upload.files == {upload.entry: SOURCE}


@pytest.mark.parametrize(
    ("name", "source", "language", "entry"),
    [
        ("a.mjs", b"export const choose = 1;", "javascript", "bot.mjs"),
        ("a.cjs", b"exports.choose = 1;", "javascript", "bot.cjs"),
        ("a.JS", b"exports.choose = (view) => import('choose');", "javascript", "bot.cjs"),
        ("a.js", b"// mine\n  import fs from 'node:fs';\nexport const choose = 1;", "javascript", "bot.mjs"),
        ("a.js", b"export{choose}; function choose() {}", "javascript", "bot.mjs"),
        ("a.js", b"\n" * 900_000 + b"exports.choose = 1;", "javascript", "bot.cjs"),
    ],
)
def test_a_single_file_tells_its_language(name: str, source: bytes, language: str, entry: str) -> None:
    upload = inspect(source, name, games=["pis_yedili"])
    assert (upload.name, upload.language, upload.entry, upload.files) == (
        "a",
        language,
        entry,
        {entry: source},
    )


@pytest.mark.parametrize("name", ["mine", "mine.exe", "mine.py"])
def test_a_program_is_known_by_its_content(name: str) -> None:
    program = compiled("int main(void) { return 0; }")
    upload = inspect(program, name, games=["pis_yedili"])
    assert (upload.language, upload.entry, upload.files) == ("executable", "bot", {"bot": program})


def test_the_entry_is_what_a_language_usually_calls_it() -> None:
    manifest = MANIFEST + b'language = "javascript"'
    packed = zipped(**{"bot.toml": manifest, "bot.cjs": b"exports.choose = 1;", "plan.mjs": b""})
    assert inspect(packed, "bot.zip").entry == "bot.cjs"


def test_what_the_server_lacks_is_said_at_upload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LANGUAGES["javascript"], "complaint", lambda: "node is missing: apt install nodejs")
    told = "JavaScript bots cannot run here: node is missing: apt install nodejs"
    assert refusal(b"export const choose = 1;", "a.mjs", ("pis_yedili",)) == told


def test_a_zip_says_everything_itself() -> None:
    upload = inspect(bot(MANIFEST + b'entry = "bot.py"\nlanguage = "python"\n'), "anything")
    assert (upload.name, upload.games, upload.entry) == ("Late Shift", ["pis_yedili"], "bot.py")


def test_a_zip_of_a_folder_is_as_good() -> None:
    inside = {f"mine/{name}": content for name, content in {"bot.toml": MANIFEST, "bot.py": SOURCE}.items()}
    assert inspect(zipped(**inside), "bot.zip") == inspect(bot(), "bot.zip")


def test_the_order_in_a_zip_does_not_matter() -> None:
    swapped = zipped(**{"bot.py": SOURCE, "bot.toml": MANIFEST})
    assert inspect(swapped, "bot.zip").digest == inspect(bot(), "bot.zip").digest


@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        (b'games = ["pis_yedili"]', "bot.toml: Object missing required field `name`"),
        (b'name = 3\ngames = ["pis_yedili"]', "bot.toml: name: expected `str`, got `int`"),
        (b'name = "x"\ngames = "pis_yedili"', "games: expected `array`"),
        (b'name = "x"\ngames = [7]', "games[0]: expected `str`"),
        (b'name = "x"\ngames = []', "games: say at least one"),
        (b'name = "x"\ngames = ["snap"]', "games: there is no game 'snap'"),
        (b'name = "x"\ngames = ["pis_yedili", "pis_yedili"]', "games: says a game twice"),
        (b'name = " "\ngames = ["pis_yedili"]', "name: must have 1 to 40"),
        (b'name = "a\\tb"\ngames = ["pis_yedili"]', "name: may not hold control"),
        (MANIFEST + b'language = "javascript"', "entry: there is no file 'bot.mjs'"),
        (MANIFEST + b'language = "javascript"\nentry = "bot.py"', "entry: must end in .mjs or .js or .cjs"),
        (MANIFEST + b'language = "executable"', "entry: there is no file 'bot'"),
        (MANIFEST + b'language = "executable"\nentry = "bot.py"', "bot.py: is no Linux program"),
        (MANIFEST + b'language = "cobol"', "language: must be one of"),
        (MANIFEST + b'entry = "main.py"', "entry: there is no file 'main.py'"),
        (MANIFEST + b'entry = "bot.toml"', "entry: must end in .py"),
        (MANIFEST + b"colour = 1", "unknown field `colour`"),
        (b"name = ", "bot.toml: Invalid value"),
        (b"\xff", "bot.toml: is not UTF-8"),
        (b"a = " + b"[" * 3_000, "bot.toml: "),
        (b".".join([b"a"] * 400_000) + b" = 1", "bot.toml: is larger than 4 kB"),
    ],
)
def test_a_wrong_manifest_is_told_the_field(manifest: bytes, words: str) -> None:
    assert words in refusal(bot(manifest))


def test_a_script_is_told_the_same_without_a_manifest() -> None:
    assert refusal(SOURCE, "a.py").startswith("games: say at least one game: ")
    assert refusal(SOURCE, "a.py", ("snap",)).startswith("games: there is no game 'snap'")


def test_other_kinds_of_upload_are_refused() -> None:
    assert (
        refusal(b"MZ", "bot.exe")
        == "bot.exe is neither a script (.py, .mjs, .js) nor a Linux program nor a zip"
    )
    assert "bot.toml" in refusal(zipped(**{"bot.py": SOURCE}))
    assert "1 MB" in refusal(b"#" * (MAX_PACKED + 1), "a.py")


def test_a_folder_is_judged_as_its_zip_would_be(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_bytes(MANIFEST)
    (tmp_path / "bot.py").write_bytes(SOURCE)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "bot.cpython-311.pyc").write_bytes(b"x")
    assert inspect_path(tmp_path) == inspect(bot(), "bot.zip")


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({f"{number}.txt": b"" for number in range(201)}, "more than 200 files"),
        ({"table.bin": bytes(10_000_001)}, "larger than 10 MB together"),
        ({"table.bin": os.urandom(1_000_001)}, "the upload is larger than 1 MB"),
        ({"a:b.txt": b""}, "backslashes or colons"),
        ({os.fsdecode(b"\xff.txt"): b""}, "not UTF-8"),
        ({"README.md": b""}, "there is no bot.toml"),
    ],
)
def test_a_folder_is_refused_as_its_zip_would_be(tmp_path: Path, files: dict[str, bytes], words: str) -> None:
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(UploadError, match=words):
        inspect_path(tmp_path, games=["pis_yedili"])


def test_what_is_neither_file_nor_folder_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(UploadError, match="neither a file nor a folder"):
        inspect_path(tmp_path / "pipe.py")


def test_a_manifest_may_begin_with_a_byte_order_mark() -> None:
    assert inspect(bot(b"\xef\xbb\xbf" + MANIFEST), "bot.zip").name == inspect(bot(), "bot.zip").name


def test_a_folder_with_a_program_alone_needs_no_manifest(tmp_path: Path) -> None:
    program = compiled("int main(void) { return 0; }")
    (tmp_path / "bot").write_bytes(program)
    (tmp_path / "bot.c").write_bytes(b"int main(void) { return 0; }")
    upload = inspect_path(tmp_path, games=["pis_yedili"])
    assert (upload.language, upload.entry, len(upload.files)) == ("executable", "bot", 2)


def test_a_folder_with_a_script_alone_needs_no_manifest(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_bytes(SOURCE)
    assert (
        inspect_path(tmp_path, games=["pis_yedili"]).digest
        == inspect(SOURCE, "a.py", games=["pis_yedili"]).digest
    )
