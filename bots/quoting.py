"""Strangers' words, made fit to be shown."""


def printable(text: str) -> str:
    """On one line, with escapes for what would move a terminal's cursor or hide."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def shown(said: str | bytes, length: int = 80) -> str:
    """Printable, and never longer than `length` characters."""
    text = said if isinstance(said, str) else said.decode(errors="backslashreplace")
    line = printable(text[: length + 1])
    return line if len(line) <= length else line[: length - 1] + "…"
