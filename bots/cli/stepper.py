"""Going through a match on a terminal: one screen, moved by keys."""

import os
import re
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from shutil import get_terminal_size
from textwrap import wrap

import click

from bots.cli.turns import Told, ends

FAR = 10
KEYS = "→ space  on     ←  back     ↓ ↑  ten on, back     Home End     ? keys     q quit"
ONE_KEY = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|[^\x1b]", re.DOTALL)
"""A key as terminals send it: arrows and the like begin with an escape."""
HALF_A_KEY = re.compile(r"\x1b[\[O]?[0-9;]*\Z")
STEPS = {
    **dict.fromkeys(("\x1b[C", "\x1bOC", " ", "\r", "\n", "l"), 1),
    **dict.fromkeys(("\x1b[D", "\x1bOD", "\x7f", "h"), -1),
    **dict.fromkeys(("\x1b[B", "\x1bOB", "\x1b[6~", "j"), FAR),
    **dict.fromkeys(("\x1b[A", "\x1bOA", "\x1b[5~", "k"), -FAR),
}
FIRST = ("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "g")
LAST = ("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "G")
QUIT = ("q", "Q", "\x04")
ENTER, LEAVE, CLEAR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[H\x1b[2J"
"""The second screen of a terminal, which leaves the first as it was."""


def possible() -> bool:
    """Whether somebody sits at a terminal that can be written all over."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


class Stepper:
    """Where somebody is in a match."""

    def __init__(self, told: Told, at: int) -> None:
        self.at, self.help = at, False
        self._told = told

    def press(self, key: str) -> bool:
        """Follows a key; False: that was the last one."""
        last = len(self._told.turns) - 1
        if key in QUIT:
            return False
        if key == "?":
            self.help = not self.help
        elif key in FIRST:
            self.at = 0
        elif key in LAST:
            self.at = last
        else:
            self.at = max(0, min(last, self.at + STEPS.get(key, 0)))
        return True

    def screen(self, columns: int, rows: int) -> str:
        """What is seen, no more than fits."""
        turn, last = self._told.turns[self.at], len(self._told.turns) - 1
        foot = KEYS if self.help else f"turn {self.at} of {last}     ? keys     q quit"
        lines = [
            self._told.head,
            "",
            *(click.style(line, bold=True) for line in wrap(self._told.line(turn), columns - 1)),
            "",
            *self._table(columns),
        ]
        if self.at == last:
            lines += ["", *ends(self._told)]
        room = max(1, rows - 2)
        if len(lines) > room:
            lines = [*lines[: room - 1], "…"]
        return "\n".join([*lines, "", foot])

    def _table(self, columns: int) -> list[str]:
        """The fields of the position; those that the move has changed are marked."""
        turn = self._told.turns[self.at]
        fields, changed = turn.fields(), self._told.changed(turn)
        width = max(map(len, fields))
        lines = []
        for name, value in fields.items():
            mark = "›" if name in changed else " "
            text = f"{mark} {name:{width}}  {value}"
            folded = wrap(text, max(width + 20, columns - 1), subsequent_indent=" " * (width + 4))
            lines += [click.style(line, fg="yellow") if name in changed else line for line in folded]
        return lines


def step(stepper: Stepper) -> None:
    """Shows and asks for keys until somebody has seen enough."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        click.echo(ENTER, nl=False)
        keys = keys_of(lambda: os.read(terminal, 64))
        while True:
            columns, rows = get_terminal_size()
            click.echo(CLEAR + stepper.screen(columns, rows), nl=False)
            if not stepper.press(next(keys, QUIT[0])):
                break
    except KeyboardInterrupt:
        pass
    finally:
        click.echo(LEAVE, nl=False)
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def keys_of(read: Callable[[], bytes]) -> Iterator[str]:
    """The keys that are pressed, until nothing more can be read."""
    typed = ""
    while chunk := read():
        typed += chunk.decode(errors="replace")
        half = HALF_A_KEY.search(typed)
        whole, typed = (typed[: half.start()], half[0]) if half else (typed, "")
        yield from ONE_KEY.findall(whole)
