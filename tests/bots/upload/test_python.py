"""What is read off a Python bot without running it."""

import pytest

from bots.errors import UploadError
from bots.upload.python import MAX_SOURCE, check_python

FUNCTION = b"def choose(view, legal):\n    return legal[0]\n"
CLASS = b"class Bot:\n    def choose(self, view, legal):\n        return legal[0]\n"


def refused(source: bytes, **others: bytes) -> UploadError:
    files = {"bot.py": source} | {f"{name}.py": content for name, content in others.items()}
    with pytest.raises(UploadError) as caught:
        check_python(files, "bot.py")
    return caught.value


@pytest.mark.parametrize(
    "source",
    [
        FUNCTION,
        CLASS,
        b"from brain import choose\n",
        b"from brain import *\n",
        b"from brain import Player as Bot\n",
        b"choose = lambda view, legal: legal[0]\n",
        b"from brain import Base\nclass Bot(Base): pass\n",
        b"try:\n    import numpy\nexcept ImportError:\n    pass\nelse:\n    def choose(view, legal): ...\n",
        b"# coding: latin-1\n# caf\xe9\n" + FUNCTION,
        b'"\\d"\n' + FUNCTION,
        b"try:\n    import numpy\nexcept ImportError:\n    def choose(view, legal): ...\n",
        b"match 1:\n    case 1:\n        def choose(view, legal): ...\n",
        b"from typing import Any\nchoose: Any = lambda view, legal: legal[0]\n",
        b"a, choose = 1, len\n",
        b"(choose := len)\n",
        b"def Bot():\n    return Player()\n",
        b"class Bot(metaclass=Meta): pass\n",
        b"@made\nclass Bot: pass\n",
        b"class Bot:\n    choose = lambda self, view, legal: legal[0]\n",
        b"class Bot:\n    def __init__(self):\n        self.choose = lambda view, legal: legal[0]\n",
    ],
)
def test_every_way_to_define_a_bot_is_seen(source: bytes) -> None:
    check_python({"bot.py": source}, "bot.py")


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"print('hello')\n",
        b"def chose(view, legal): ...\n",
        b"class Bot: pass\n",
        b"def f():\n def choose(): ...\n",
        b"choose\n",
        b"f = lambda choose: choose\n",
        b"class Player:\n    def choose(self, view, legal): ...\n",
    ],
)
def test_a_script_without_a_bot_is_told_what_to_define(source: bytes) -> None:
    assert "choose(view, legal)" in str(refused(source))


def test_a_syntax_error_names_file_and_line() -> None:
    error = refused(FUNCTION, lib=b"x = 1\nif x\n    pass\n")
    assert (error.file, error.line) == ("lib.py", 2)
    assert str(error).startswith("lib.py, line 2: syntax error: ")


def test_an_async_choose_is_refused_at_its_line() -> None:
    assert refused(b"\nasync def choose(view, legal): ...\n").line == 2
    assert refused(b"class Bot:\n    async def choose(self, view, legal): ...\n").line == 2


@pytest.mark.parametrize(
    "source",
    [
        b"\0",
        b"\xff\xfe\x00",
        b"# coding: nonsense\n",
        b"-" * 200_000 + b"1",
        b"(" * 9999,
        b"a" + b".a" * 100_000,
    ],
)
def test_unreadable_source_is_refused_in_words(source: bytes) -> None:
    assert refused(source).file == "bot.py"


def test_a_huge_source_is_not_even_parsed() -> None:
    assert "data files" in str(refused(b"#" * (MAX_SOURCE + 1)))
    half = b"#" * MAX_SOURCE
    assert "data files" in str(refused(FUNCTION, a=half, b=half, c=half, d=half))
