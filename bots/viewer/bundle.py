"""Script, style and pictures of the viewer, made from the files that the site serves into parts of one page.

The viewer's modules are plain: `import { a, b } from "./other.js"`, `import("./other.js")`, and `export`
before what they declare. So each becomes a function that is called once and gives what it exports, those that
it imports before it.
"""

import base64
import hashlib
import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

ROOT = Path(__file__).parents[2]
FILES = next(
    folder
    for folder in (ROOT / "platform/caravan/web/static", ROOT / "caravan/web/static")
    if folder.is_dir()
)
"""In the repository, and where packages are installed."""
MAIN = "replay/main.js"
SPRITE = "cards.svg"
STYLES = ("tokens", "base", "parts", "cards", "replay", "viewer")
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "([^"]+)";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\("([^"]+)"\)')
_EXPORTED = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)


def parts(game: str) -> dict[str, str]:
    """Script, style and sprite for a game, and the policy that lets nothing else run or be loaded."""
    code, style = script(), "\n".join(map(read, styles(game)))
    policy = f"default-src 'none'; script-src '{_hash(code)}'; style-src '{_hash(style)}'; form-action 'none'"
    return {"policy": policy, "script": code, "style": style, "sprite": read(SPRITE)}


def read(name: str) -> str:
    """A file of the viewer, as it was written."""
    return (FILES / name).read_text(encoding="utf-8")


def styles(game: str) -> list[str]:
    """The style sheets of the viewer by name, that of the game's table last."""
    return [*(f"css/{name}.css" for name in STYLES), *own_style(game)]


def own_style(game: str) -> list[str]:
    """The style sheet of a drawn table; none where the common ones are enough."""
    name = f"css/table-{game}.css"
    return [name] if (FILES / name).is_file() else []


@cache
def script() -> str:
    """The viewer without imports."""
    parts: dict[str, str] = {}
    _gather(MAIN, parts)
    return "\n".join(['"use strict";', *parts.values()])


def _gather(name: str, parts: dict[str, str]) -> None:
    """Add a module after all that it imports."""
    source = read(name)
    for _, wanted in _IMPORT.findall(source):
        _add(_beside(name, wanted), parts)
    for wanted in _LATER.findall(source):
        _add(_beside(name, wanted), parts)
    source = _IMPORT.sub(lambda found: f"const {found[1]} = {_called(_beside(name, found[2]))};", source)
    source = _LATER.sub(lambda found: f"Promise.resolve({_called(_beside(name, found[1]))})", source)
    given = ", ".join(_EXPORTED.findall(source))
    body = re.sub(r"^export ", "", source, flags=re.MULTILINE)
    wait = "async " if name == MAIN else ""
    parts[name] = f"const {_called(name)} = ({wait}() => {{\n{body}return {{ {given} }};\n}})();"


def _add(name: str, parts: dict[str, str]) -> None:
    if name not in parts:
        _gather(name, parts)


def _beside(name: str, wanted: str) -> str:
    """The module that one of that name calls so."""
    return normpath(join(dirname(name), wanted))


def _called(name: str) -> str:
    """What stands for a module in the script."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
