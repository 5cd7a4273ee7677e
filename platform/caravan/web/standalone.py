"""One file that shows a match anywhere: a page with the viewer, and all that this needs, written into it.

The viewer's modules are plain: `import { a, b } from "./other.js"`, `import("./other.js")`, and `export`
before what they declare. So each becomes a function that is called once and gives what it exports, those that
it imports before it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath

from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.safestring import mark_safe

MAIN = "replay/main.js"
SPRITE = "cards.svg"
STYLES = ("tokens", "base", "parts", "cards", "replay", "viewer")
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "([^"]+)";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\("([^"]+)"\)')
_EXPORTED = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)


def read(name: str) -> str:
    """A static file, as it was written."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path).read_text()


@cache
def script() -> str:
    """The viewer without imports."""
    parts: dict[str, str] = {}
    _gather(MAIN, parts)
    return "\n".join(['"use strict";', *parts.values()])


def styles(own: str) -> list[str]:
    """The style sheets of the viewer by name; `own` is the game's, or ""."""
    return [*(f"css/{name}.css" for name in STYLES), *([own] if own else [])]


def parts(own: str) -> dict[str, str]:
    """Script, style and pictures of the viewer, and the policy that lets nothing else run or be loaded."""
    code, style = script(), "\n".join(map(read, styles(own)))
    policy = f"default-src 'none'; script-src '{_hash(code)}'; style-src '{_hash(style)}'; form-action 'none'"
    found = {"script": code, "style": style, "sprite": read(SPRITE)}
    return {"policy": policy} | {name: mark_safe(text) for name, text in found.items()}  # noqa: S308 - our own files


def settled(page: str, request: HttpRequest) -> str:
    """A page whose pictures are in it, and whose links lead to this site."""
    home = request.build_absolute_uri("/")
    return page.replace(f"{static(SPRITE)}#", "#").replace('href="/', f'href="{home}')


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
