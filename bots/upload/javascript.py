"""Reads a JavaScript bot's source without running it: node compiles it in the sandbox.

Where bots cannot be isolated nothing is compiled at all, and the trial says what is wrong.
"""

import json
import os
import re
import select
import tempfile
from contextlib import suppress
from pathlib import Path

from bots.errors import ForeignError, UploadError
from bots.sandbox import Limits, Process, SandboxError, detect
from bots.sandbox.interface import Holding
from bots.sandbox.languages import LANGUAGES
from bots.sandbox.selftest import plain_launcher
from bots.upload import store

NO_BOT = (
    "no bot in here: export a function `choose(view, legal)` that returns one of `legal`, "
    "or a class `Bot` with a method `choose`"
)
PATIENCE = 20.0
"""Seconds for a compilation that takes one of CPU at most."""
_PLACE = re.compile(r"^(?>\S*?/bot/)(.+):(\d+)$", re.MULTILINE)
_REASON = re.compile(r"^SyntaxError: (.+)$", re.MULTILINE)


def check_javascript(files: dict[str, bytes], entry: str) -> None:
    """Every source must compile and one must speak of a bot, else UploadError."""
    suffixes = LANGUAGES["javascript"].suffixes
    sources = {path: content for path, content in sorted(files.items()) if path.endswith(suffixes)}
    if not any(b"choose" in content for content in sources.values()):
        raise UploadError(NO_BOT, file=entry)
    for path, content in sources.items():
        _check_text(path, content)
    if (rung := detect().name) != "none":
        _compile(files, list(sources), entry, rung)


def _check_text(path: str, content: bytes) -> None:
    try:
        content.decode()
    except UnicodeDecodeError:
        raise UploadError("is not UTF-8", file=path) from None


def _compile(files: dict[str, bytes], sources: list[str], entry: str, rung: Holding) -> None:
    with tempfile.TemporaryDirectory(prefix="caravan-") as folder:
        os.chmod(folder, 0o755)  # noqa: S103 bots have a user of their own
        store.write(Path(folder, "bot"), files)
        message = {"type": "parse", "entry": entry, "files": sources}
        try:
            launcher = plain_launcher(rung)
            with launcher.launch(Path(folder, "bot"), entry, "javascript", Limits(cpu=5)) as node:
                with suppress(BrokenPipeError):  # how it ended is asked below
                    os.write(node.stdin, json.dumps(message, ensure_ascii=False).encode() + b"\n")
                if not _compiled(node):
                    raise _refusal(node)
        except SandboxError as error:
            raise ForeignError(f"JavaScript bots cannot run here: {error}") from None


def _compiled(node: Process) -> bool:
    """Whether it replies; it ends or is silent where it finds a fault."""
    ready, _, _ = select.select([node.stdout], [], [], PATIENCE)
    return bool(ready and os.read(node.stdout, 4096))


def _refusal(node: Process) -> UploadError:
    words = node.exit().words
    log = _log(node)
    place, reason = _PLACE.search(log), _REASON.search(log)
    if place and reason:
        return UploadError(f"syntax error: {reason[1]}", file=place[1], line=int(place[2]))
    return UploadError(f"not readable as JavaScript: node {words}")


def _log(node: Process) -> str:
    """What it has written before its end."""
    log = b""
    while more := os.read(node.stderr, 1 << 16):
        log += more
    return log.decode(errors="replace")
