"""Reads a Python bot's source without running it."""

import ast
import warnings
from collections.abc import Iterator

from bots.errors import UploadError

MAX_SOURCE = 250_000
"""Bytes of one file: parsing can take a thousand times as much memory."""
MAX_SOURCES = 1_000_000
"""Bytes of all of them."""

NO_BOT = (
    "no bot in here: define a function `choose(view, legal)` that returns one of `legal`, "
    "or a class `Bot` with a method `choose`"
)


def check_python(files: dict[str, bytes], entry: str) -> None:
    """Every source must compile and the entry must hold a bot, else UploadError."""
    sources = {path: content for path, content in sorted(files.items()) if path.endswith(".py")}
    if sum(map(len, sources.values())) > MAX_SOURCES:
        raise UploadError(f"more than {MAX_SOURCES // 1000} kB of Python: put tables into data files")
    for path, content in sources.items():
        tree = _parse(path, content)
        if path == entry:
            _check_bot(path, tree)


def _parse(path: str, content: bytes) -> ast.Module:
    if len(content) > MAX_SOURCE:
        raise UploadError(
            f"more than {MAX_SOURCE // 1000} kB of Python: put tables into data files", file=path
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(content, path)
    except SyntaxError as error:
        raise UploadError(f"syntax error: {error.msg}", file=path, line=error.lineno) from None
    except (ValueError, LookupError) as error:
        raise UploadError(f"not readable as Python: {error}", file=path) from None
    except (RecursionError, MemoryError):
        raise UploadError("not readable as Python: nested too deeply", file=path) from None


def _check_bot(path: str, tree: ast.Module) -> None:
    statements = list(_top_level(tree.body))
    if not any(_is_bot(statement) for statement in statements):
        raise UploadError(NO_BOT, file=path)
    for node in statements:
        if isinstance(node, ast.AsyncFunctionDef) and node.name == "choose":
            raise UploadError("`choose` must be an ordinary function, not async", file=path, line=node.lineno)


def _top_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when the file is loaded, those under `if`, `try` and `with` too."""
    for node in body:
        yield node
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for field in ("body", "orelse", "finalbody"):
                yield from _top_level(getattr(node, field, []))


def _is_bot(node: ast.stmt) -> bool:
    match node:
        case ast.FunctionDef(name="choose") | ast.AsyncFunctionDef(name="choose"):
            return True
        case ast.ClassDef(name="Bot"):  # one with bases may inherit its `choose`
            return bool(node.bases) or any(_is_bot(child) for child in node.body)
        case ast.ImportFrom():
            return any((alias.asname or alias.name) in ("choose", "Bot", "*") for alias in node.names)
        case ast.Assign():
            return any(isinstance(name, ast.Name) and name.id in ("choose", "Bot") for name in node.targets)
    return False
