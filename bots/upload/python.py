"""Reads a Python bot's source without running it."""

import ast
import warnings
from collections.abc import Iterator, Sequence

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
    loaded = list(_loaded(tree.body))
    bots = [node for node in loaded if _makes(node, "Bot")]
    inner = [node for bot in bots if isinstance(bot, ast.ClassDef) for node in ast.walk(bot)]
    choosers = [node for node in loaded + inner if _makes(node, "choose")]
    if not choosers and all(map(_is_plain_class, bots)):
        raise UploadError(NO_BOT, file=path)
    for node in choosers:
        if isinstance(node, ast.AsyncFunctionDef):
            raise UploadError("`choose` must be an ordinary function, not async", file=path, line=node.lineno)


def _loaded(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """All that runs when this is loaded, at any depth, but nothing within its functions and classes."""
    waiting = list(body)
    while waiting:
        yield (node := waiting.pop())
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def _makes(node: ast.AST, wanted: str) -> bool:
    """Whether it gives a value to this name, or to an attribute of it, as a constructor does."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name == wanted
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return name == wanted
        case ast.alias(name=name, asname=other):
            return (other or name) in (wanted, "*")
    return False


def _is_plain_class(node: ast.AST) -> bool:
    """A class that inherits and is given nothing: what it does not say itself, it has not."""
    return isinstance(node, ast.ClassDef) and not (node.bases or node.keywords or node.decorator_list)
