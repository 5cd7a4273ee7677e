"""What an uploader is told."""

import io
import zipfile
from pathlib import Path

import pytest

from bots.package import MAX_PACKED, UploadError, inspect, inspect_path

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
        (MANIFEST + b'language = "javascript"', "language: javascript bots cannot be played yet"),
        (MANIFEST + b'language = "cobol"', "language: must be one of"),
        (MANIFEST + b'entry = "main.py"', "entry: there is no file 'main.py'"),
        (MANIFEST + b'entry = "bot.toml"', "entry: must be a Python script"),
        (MANIFEST + b"colour = 1", "unknown field `colour`"),
        (b"name = ", "bot.toml: Invalid value"),
        (b"\xff", "bot.toml: "),
        (b"a = " + b"[" * 50_000, "bot.toml: "),
    ],
)
def test_a_wrong_manifest_is_told_the_field(manifest: bytes, words: str) -> None:
    assert words in refusal(bot(manifest))


def test_a_script_is_told_the_same_without_a_manifest() -> None:
    assert refusal(SOURCE, "a.py").startswith("games: say at least one game: ")
    assert refusal(SOURCE, "a.py", ("snap",)).startswith("games: there is no game 'snap'")


def test_other_kinds_of_upload_are_refused() -> None:
    assert refusal(b"MZ", "bot.exe") == "bot.exe is neither a Python script (.py) nor a zip"
    assert "bot.toml" in refusal(zipped(**{"bot.py": SOURCE}))
    assert "1 MB" in refusal(b"#" * (MAX_PACKED + 1), "a.py")


def test_a_folder_is_judged_as_its_zip_would_be(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_bytes(MANIFEST)
    (tmp_path / "bot.py").write_bytes(SOURCE)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "bot.cpython-311.pyc").write_bytes(b"x")
    assert inspect_path(tmp_path) == inspect(bot(), "bot.zip")


def test_a_folder_with_a_script_alone_needs_no_manifest(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_bytes(SOURCE)
    assert (
        inspect_path(tmp_path, games=["pis_yedili"]).digest
        == inspect(SOURCE, "a.py", games=["pis_yedili"]).digest
    )
